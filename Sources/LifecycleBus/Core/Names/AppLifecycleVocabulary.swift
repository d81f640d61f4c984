public import Foundation

/// A mapping between events and notification names.
///
/// A mediator observes the names of one vocabulary. ``current`` is nearly always right. A system
/// that posts under different names needs a vocabulary of its own:
///
/// ```swift
/// let kiosk = AppLifecycleVocabulary([
///   .didBecomeActive: Notification.Name("KioskDidWake"),
///   .willResignActive: Notification.Name("KioskWillSleep"),
/// ])
/// let mediator = AppLifecycleMediator(vocabulary: kiosk)
/// ```
public struct AppLifecycleVocabulary: Sendable {
  private let entries: [(event: AppLifecycleEvent, name: Notification.Name)]

  /// The events that have a name, in the order of `AppLifecycleEvent.allCases`.
  public var namedEvents: [AppLifecycleEvent] { entries.map(\.event) }

  /// Makes a vocabulary. An event that you leave out is not observed.
  ///
  /// - Parameter names: A notification name for each event. If two events share a name, the program
  ///   stops here with a message that names both events.
  public init(_ names: [AppLifecycleEvent: Notification.Name]) {
    var entries: [(event: AppLifecycleEvent, name: Notification.Name)] = []
    for event in AppLifecycleEvent.allCases {
      guard let name = names[event] else { continue }
      if let other = entries.first(where: { $0.name == name }) {
        preconditionFailure(
          "AppLifecycleVocabulary: \(other.event) and \(event) are both named "
            + "\"\(name.rawValue)\". "
            + "Give each event a name of its own; one notification cannot mean two events.")
      }
      entries.append((event, name))
    }
    self.entries = entries
  }

  init(raw names: [AppLifecycleEvent: String]) {
    self.init(names.mapValues { Notification.Name($0) })
  }

  /// The name of an event; `nil` if this vocabulary has none for it.
  public func name(for event: AppLifecycleEvent) -> Notification.Name? {
    entries.first { $0.event == event }?.name
  }

  /// The event that has a name; `nil` if this vocabulary does not contain the name.
  public func event(for name: Notification.Name) -> AppLifecycleEvent? {
    entries.first { $0.name == name }?.event
  }
}

extension NotificationCenter {
  /// Posts a life-cycle event, as a system would.
  ///
  /// When the call returns, each listener on this center has been called. Inside a callback of a
  /// listener an event waits for its turn, unless the event is `willTerminate`: see
  /// [Order and threads](doc:OrderAndThreads).
  ///
  /// ```swift
  /// NotificationCenter.default.post(.didEnterBackground)
  /// ```
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - userInfo: Passed to the listeners in their context.
  ///   - vocabulary: The names to post under. For those of a mediator, use
  ///     ``AppLifecycleMediator/post(_:userInfo:)``.
  /// - Returns: True if the event was posted; false if the vocabulary has no name for it.
  @MainActor @discardableResult
  public func post(
    _ event: AppLifecycleEvent,
    userInfo: [AnyHashable: Any]? = nil,
    vocabulary: AppLifecycleVocabulary = .current
  ) -> Bool {
    guard let name = vocabulary.name(for: event) else { return false }
    post(name: name, object: nil, userInfo: userInfo)
    return true
  }
}
