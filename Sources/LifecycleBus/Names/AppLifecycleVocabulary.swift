public import Foundation

/// Which notification name stands for which event.
///
/// A mediator observes the names of one vocabulary, and `NotificationCenter.post(_:)` posts them.
/// ``current`` is right nearly always; the families are there for the other cases, and a host with
/// names of its own brings them:
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
  /// By `ordinal`, so that a look-up costs no hash.
  private let names: [Notification.Name?]
  private let events: [Notification.Name: AppLifecycleEvent]

  /// Makes a vocabulary from a name for each event that the host posts.
  ///
  /// An event that you leave out is never heard. Two events must not share a name: that is a
  /// programmer's mistake, and stops the program here with both of them named.
  public init(_ names: [AppLifecycleEvent: Notification.Name]) {
    var events: [Notification.Name: AppLifecycleEvent] = [:]
    for event in AppLifecycleEvent.allCases {
      guard let name = names[event] else { continue }
      if let other = events[name] {
        preconditionFailure(
          "AppLifecycleVocabulary: \(other) and \(event) are both named \"\(name.rawValue)\". "
            + "Give each event a name of its own; one notification cannot mean two events.")
      }
      events[name] = event
    }
    self.events = events
    self.names = AppLifecycleEvent.allCases.map { names[$0] }
  }

  init(raw names: [AppLifecycleEvent: String]) {
    self.init(names.mapValues { Notification.Name($0) })
  }

  /// The name that stands for an event; `nil` where this vocabulary has none.
  public func name(for event: AppLifecycleEvent) -> Notification.Name? {
    names[event.ordinal]
  }

  /// The event that a name stands for; `nil` for a name that this vocabulary does not know.
  public func event(for name: Notification.Name) -> AppLifecycleEvent? {
    events[name]
  }

  /// The events that have a name here, in the order of `AppLifecycleEvent.allCases`.
  public var namedEvents: [AppLifecycleEvent] {
    AppLifecycleEvent.allCases.filter { name(for: $0) != nil }
  }
}
