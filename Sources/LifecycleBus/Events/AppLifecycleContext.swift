/// The details of one event, as all listeners receive them.
///
/// A context is not `Sendable`, so take the fields that you need before you start a task.
///
/// ```swift
/// func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
///   guard context.origin == .posted else { return }  // neither synthesized nor replayed
///   print("\(context.previousState) -> \(context.state)")
/// }
/// ```
public struct AppLifecycleContext {
  /// Where an event came from.
  public enum Origin: String, Codable, Sendable {
    /// The notification was posted.
    case posted
    /// The step was missing, and the policy `.lifecycle` delivered it first.
    case synthesized
    /// The event had happened before the listener was attached with a replay.
    case replayed
  }

  /// What happened.
  public let event: AppLifecycleEvent
  /// The state after the event. In a replay, the state as it was then.
  public let state: AppLifecycleState
  /// The state before the event.
  public let previousState: AppLifecycleState
  /// Where the event came from.
  public let origin: Origin
  /// The order in which the listeners receive this event.
  package let order: AppLifecycleOrder
  package var isMirrored: Bool { order == .mirrored }
  /// The notification's `userInfo`. A replayed launch has that of the launch; a synthesized event
  /// has none.
  public let userInfo: [AnyHashable: Any]?

  /// The object that posted the notification, if the mediator passes it.
  package let poster: Poster?

  /// The `userInfo` key whose value is `true` for an event that is part of the process's end.
  package static let endingKey = "LifecycleBus.isEnding"

  /// The object that posted the notification, such as the application.
  ///
  /// Only the policy ``AppLifecycleMediator/Policy/passingObjects`` passes it. A synthesized event
  /// has none. An instance of a class is held weakly.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator(policy: .relay.passingObjects)
  /// mediator.on(.didBecomeActive) { context in
  ///   if context.object is DownloadSession { print("posted by a download") }
  /// }
  /// ```
  public var object: Any? { poster?.object }

  /// Holds an instance weakly, because the mediator keeps the context of the launch.
  package final class Poster {
    private weak var instance: AnyObject?
    private let value: Any?

    init(_ object: Any) {
      let isInstance = type(of: object) is AnyClass
      instance = isInstance ? object as AnyObject : nil
      value = isInstance ? nil : object
    }

    fileprivate var object: Any? { value ?? instance }
  }

  /// Whether the process is ending.
  ///
  /// True for `willTerminate`, and for the events that the same signal causes before it.
  public var isEnding: Bool {
    event == .willTerminate || userInfo?[Self.endingKey] as? Bool == true
  }
}

// In an extension, so that the mediator has the memberwise initializer.
extension AppLifecycleContext {
  /// Makes a context, for a test. Without a `state`, the event decides it.
  public init(
    event: AppLifecycleEvent,
    state: AppLifecycleState? = nil,
    previousState: AppLifecycleState = .notRunning,
    origin: Origin = .posted,
    userInfo: [AnyHashable: Any]? = nil
  ) {
    self.init(
      event: event, state: state ?? event.resultingState ?? previousState,
      previousState: previousState, origin: origin, order: .registration, userInfo: userInfo,
      poster: nil)
  }
}

package enum AppLifecycleOrder: Sendable {
  /// By priority, higher first, then in the order of attachment.
  case registration
  /// The exact reverse of `registration`, so that what was opened first is closed last.
  case mirrored
}
