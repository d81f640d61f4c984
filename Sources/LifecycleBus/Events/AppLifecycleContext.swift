/// The details of one event, as a listener receives them beside the event itself.
///
/// All listeners receive the same context. It carries the `userInfo` of the notification, which is
/// not `Sendable`; take the fields that you need before you start a task.
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
    /// The step was missing, and the mediator delivered it first (policy `.lifecycle`).
    case synthesized
    /// The event happened before this listener was attached, and the listener asked for a replay.
    case replayed
  }

  /// What happened.
  public let event: AppLifecycleEvent
  /// The state after the event. For a replayed event, the state as it was then.
  public let state: AppLifecycleState
  /// The state before the event.
  public let previousState: AppLifecycleState
  /// Whether the event was posted, synthesized or replayed.
  public let origin: Origin
  /// The order in which this event reaches the listeners. A listener that is made of listeners
  /// passes it on in the same order.
  package let order: AppLifecycleOrder
  package var isMirrored: Bool { order == .mirrored }
  /// The notification's `userInfo`, as it came. A replayed launch carries that of the launch; a
  /// synthesized event has none.
  public let userInfo: [AnyHashable: Any]?

  /// The object that posted the notification, if the mediator passes it.
  package let poster: Poster?

  /// Under this key of `userInfo` is `true` for an event that is part of the process's end.
  package static let endingKey = "LifecycleBus.isEnding"

  /// The object that posted the notification, such as the application, if the mediator has the
  /// policy ``AppLifecycleMediator/Policy/passingObjects``. A replayed launch carries that of the
  /// launch; a synthesized event has none. An instance of a class is held weakly: `nil` once it is
  /// freed, also in a context that you keep.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator(policy: .relay.passingObjects)
  /// mediator.on(.didBecomeActive) { context in
  ///   if context.object is DownloadSession { print("posted by a download") }
  /// }
  /// ```
  public var object: Any? { poster?.object }

  /// What posted a notification. An instance of a class is not kept, because the mediator keeps the
  /// context of the launch. An object of its own, because the object in the context would cost each
  /// event 360 instructions.
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

  /// Whether the process is ending: `true` for `willTerminate`, and for the events that a signal
  /// source posts before it because of the same signal.
  ///
  /// After Ctrl-Z, `willResignActive` is no ending; after Ctrl-C it is.
  public var isEnding: Bool {
    event == .willTerminate || userInfo?[Self.endingKey] as? Bool == true
  }
}

// In an extension, so that the mediator has the memberwise initializer.
extension AppLifecycleContext {
  /// Makes a context, for a test or for a host that calls listeners itself.
  ///
  /// The defaults are those of a first event: from ``AppLifecycleState/notRunning`` to the state
  /// that the event leads to.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - state: The state after it; the state that the event leads to, unless you give another.
  ///   - previousState: The state before it.
  ///   - origin: How the event came about.
  ///   - userInfo: What was posted with it.
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

/// The order in which one event reaches the listeners.
package enum AppLifecycleOrder: Sendable {
  /// By priority, higher first, then in the order in which they were attached.
  case registration
  /// The exact reverse of `registration`, priorities included: lower ones first, and of equal ones
  /// the one attached last. So what was opened first is closed last. Only a policy that is
  /// `mirrored` asks for it, and only for events that lead away from the foreground.
  case mirrored
}
