/// The details of one event.
///
/// A context is not `Sendable`, because of `userInfo`. Read the fields that you need before you
/// start a task.
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
    /// The policy `.lifecycle` added the missing step.
    case synthesized
    /// The event happened before the listener was attached with a replay.
    case replayed
  }

  /// What happened.
  public let event: AppLifecycleEvent
  /// The state after the event.
  public let state: AppLifecycleState
  /// The state before the event.
  public let previousState: AppLifecycleState
  /// Where the event came from.
  public let origin: Origin
  /// A group passes the event on in the same order.
  package let order: AppLifecycleOrder
  package var isMirrored: Bool { order == .mirrored }
  /// The notification's `userInfo`; `nil` for synthesized and replayed events, except a replayed
  /// launch.
  public let userInfo: [AnyHashable: Any]?

  package let poster: Poster?

  /// The `userInfo` key that is `true` for an event of the process's end.
  package static let endingKey = "LifecycleBus.isEnding"

  /// The object that posted the notification, such as the application.
  ///
  /// It is `nil` without the policy ``AppLifecycleMediator/Policy/passingObjects``. It is also
  /// `nil` for synthesized and replayed events, except a replayed launch. An instance of a class is
  /// kept weakly.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator(policy: .relay.passingObjects)
  /// mediator.on(.didBecomeActive) { context in
  ///   if context.object is DownloadSession { print("posted by a download") }
  /// }
  /// ```
  public var object: Any? { poster?.object }

  /// Keeps an instance weakly, because the mediator keeps the context of the launch. It is an
  /// object, because an `Any` in the context would cost each event 360 instructions.
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

  /// True for `willTerminate`, and for the events that a signal source posts before it because of
  /// the same signal.
  public var isEnding: Bool {
    event == .willTerminate || userInfo?[Self.endingKey] as? Bool == true
  }
}

// In an extension, so that the mediator has the memberwise initializer.
extension AppLifecycleContext {
  /// Makes a context, for a test or for a host that calls listeners itself.
  ///
  /// Without a `state`, the context has the state that the event leads to.
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
  /// The reverse of `registration`.
  case mirrored
}
