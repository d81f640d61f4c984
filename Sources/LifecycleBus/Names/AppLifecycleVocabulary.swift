public import Foundation

/// A mapping between events and notification names.
///
/// A mediator observes the names of one vocabulary, and `NotificationCenter.post(_:)` posts them.
/// ``current`` is right nearly always; the families cover the other cases. A host with names of its
/// own makes a vocabulary from them:
///
/// ```swift
/// let kiosk = AppLifecycleVocabulary([
///   .didBecomeActive: Notification.Name("KioskDidWake"),
///   .willResignActive: Notification.Name("KioskWillSleep"),
/// ])
/// let mediator = AppLifecycleMediator(vocabulary: kiosk)
/// ```
///
/// Names are strings here, not the constants of a UI framework, so that the same code runs on every
/// platform and in app extensions, and nothing is linked that an app does not use.
public struct AppLifecycleVocabulary: Sendable {
  /// In the order of `AppLifecycleEvent.allCases`. So few that a look-up needs no hash.
  private let entries: [(event: AppLifecycleEvent, name: Notification.Name)]

  /// The events that have a name here, in the order of `AppLifecycleEvent.allCases`.
  public var namedEvents: [AppLifecycleEvent] { entries.map(\.event) }

  /// Makes a vocabulary from a name for each event that the host posts.
  ///
  /// An event that you leave out is not observed. Two events must not share a name: that is a
  /// programmer's mistake, and stops the program here with a message that names both.
  ///
  /// - Parameter names: A notification name for each event, no two alike.
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
  ///
  /// - Parameter event: The event to be posted or observed.
  /// - Returns: The name; `nil` if this vocabulary has none for the event.
  public func name(for event: AppLifecycleEvent) -> Notification.Name? {
    entries.first { $0.event == event }?.name
  }

  /// The event with a name; `nil` if this vocabulary does not contain the name.
  ///
  /// - Parameter name: The name of a notification.
  /// - Returns: The event; `nil` if this vocabulary does not contain the name.
  public func event(for name: Notification.Name) -> AppLifecycleEvent? {
    entries.first { $0.name == name }?.event
  }
}
