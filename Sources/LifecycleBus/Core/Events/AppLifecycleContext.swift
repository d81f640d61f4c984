/// What a listener is told about an event: the state before and after it, and where it came from.
///
/// ```swift
/// func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
///   guard context.origin == .posted else { return }  // it happens right now
///   print("\(context.previousState) -> \(context.state)")
/// }
/// ```
///
/// A context isn't `Sendable`, so read what you need from it before you start a task.
public struct AppLifecycleContext {
  /// Where an event came from.
  public enum Origin: String, Codable, Sendable {
    /// It was posted just now.
    case posted
    /// The system left it out, and the policy ``AppLifecycleMediator/Policy/balanced`` has added
    /// it.
    case synthesized
    /// It happened before the listener was attached.
    case replayed
  }

  /// The event.
  public let event: AppLifecycleEvent
  /// The app's state after the event.
  public let state: AppLifecycleState
  /// The app's state before the event.
  public let previousState: AppLifecycleState
  /// Whether the app is in the foreground after the event. It's false until the app has been shown.
  public let isInForeground: Bool
  /// Where the event came from.
  public let origin: Origin
  /// Tells a group to pass the event on in reverse.
  package let isMirrored: Bool
  /// Grows with each delivery, replays included.
  package let delivery: Int
  /// The notification's object, such as the application. It's `nil` unless the event was posted or
  /// is a replayed launch.
  public let object: Any?
  /// The notification's `userInfo`. It's `nil` unless the event was posted or is a replayed launch.
  public let userInfo: [AnyHashable: Any]?
  package var isAsyncCall = false
}

// In an extension, so that the mediator has the memberwise initializer.
extension AppLifecycleContext {
  /// Makes a context for a test. If you leave out `state`, it's the state that the event leads to.
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
