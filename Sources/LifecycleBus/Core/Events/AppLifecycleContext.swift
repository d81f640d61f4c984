/// The details of one event.
///
/// ```swift
/// func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
///   guard context.origin == .posted else { return }  // it happens right now
///   print("\(context.previousState) -> \(context.state)")
/// }
/// ```
///
/// It isn't `Sendable`, so read what you need before you start a task.
public struct AppLifecycleContext {
  /// Where an event came from.
  public enum Origin: String, Codable, Sendable {
    /// Somebody has just posted it.
    case posted
    /// ``AppLifecycleMediator/Policy/balanced`` has added it, because the system left it out.
    case synthesized
    /// It happened before the listener was attached.
    case replayed
  }

  /// What happened.
  public let event: AppLifecycleEvent
  /// The state after it.
  public let state: AppLifecycleState
  /// The state before it.
  public let previousState: AppLifecycleState
  /// Whether the app is in the foreground after it, and has been shown since the launch.
  public let isInForeground: Bool
  /// Where it came from.
  public let origin: Origin
  /// So that a group passes the event on in the same order.
  package let isMirrored: Bool
  /// Grows with each delivery. A replay has a number of its own.
  package let delivery: Int
  /// The poster, such as the application, of a posted event or a replayed launch.
  public let object: Any?
  /// The notification's `userInfo`, of a posted event or a replayed launch.
  public let userInfo: [AnyHashable: Any]?
  /// Set where a probe is told of an `async` call.
  package var isAsyncCall = false
}

// In an extension, so that the mediator has the memberwise initializer.
extension AppLifecycleContext {
  /// Makes a context for a test, by default with the state that the event leads to.
  public init(
    event: AppLifecycleEvent,
    state: AppLifecycleState? = nil,
    previousState: AppLifecycleState = .notRunning,
    origin: Origin = .posted,
    object: Any? = nil,
    userInfo: [AnyHashable: Any]? = nil
  ) {
    let state = state ?? event.resultingState ?? previousState
    let isInForeground = state >= .inactive && event != .didFinishLaunching
    self.init(
      event: event, state: state, previousState: previousState, isInForeground: isInForeground,
      origin: origin, isMirrored: false, delivery: 0, object: object,
      userInfo: userInfo)
  }
}
