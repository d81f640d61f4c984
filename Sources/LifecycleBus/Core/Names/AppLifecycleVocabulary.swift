public import Foundation

/// Maps notification names to life-cycle events.
///
/// ``current`` is nearly always right. If the app's host posts other names, make a vocabulary of
/// your own:
///
/// ```swift
/// let kiosk = AppLifecycleVocabulary([
///   .didBecomeActive: Notification.Name("KioskDidWake"),
///   .willResignActive: Notification.Name("KioskWillSleep"),
/// ])
/// let mediator = AppLifecycleMediator(vocabulary: kiosk)
/// ```
public struct AppLifecycleVocabulary: Sendable {
  let entries: [(event: AppLifecycleEvent, name: Notification.Name)]

  /// The events that have a name, in the order of `AppLifecycleEvent.allCases`.
  public var namedEvents: [AppLifecycleEvent] { entries.map(\.event) }

  /// Makes a vocabulary from the notification name of each event.
  ///
  /// Each name must be unique. Otherwise the program stops, in a debug build with a message.
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

  /// The events must come in the order of `AppLifecycleEvent.allCases`.
  init(raw names: KeyValuePairs<AppLifecycleEvent, String>) {
    entries = names.map { ($0.key, Notification.Name($0.value)) }
  }

  /// The notification name of an event; `nil` if the vocabulary has none for it.
  public func name(for event: AppLifecycleEvent) -> Notification.Name? {
    entries.first { $0.event == event }?.name
  }
}

extension NotificationCenter {
  /// Posts a life-cycle event, as a system would.
  ///
  /// ```swift
  /// NotificationCenter.default.post(.didEnterBackground)
  /// ```
  ///
  /// When this returns, the listeners of all mediators on this center have been called. If you post
  /// inside a callback, this returns earlier: the new event is delivered after the current one.
  /// Only `willTerminate` is delivered at once. See <doc:OrderAndThreads>.
  ///
  /// The listeners find the `userInfo` in their context. If the vocabulary has no name for the
  /// event, this posts nothing and returns false.
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
