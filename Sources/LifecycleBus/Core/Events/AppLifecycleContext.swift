/// The details of one event.
///
/// A context is not `Sendable`, because of `object` and `userInfo`. Read the fields that you need before you
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
  package let isMirrored: Bool
  /// The object that posted the notification, such as the application; `nil` for synthesized and
  /// replayed events, except a replayed launch.
  ///
  /// ```swift
  /// mediator.on(.didBecomeActive) { context in
  ///   if context.object is DownloadSession { print("posted by a download") }
  /// }
  /// ```
  public let object: Any?
  /// The notification's `userInfo`; `nil` for synthesized and replayed events, except a replayed
  /// launch.
  public let userInfo: [AnyHashable: Any]?
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
    object: Any? = nil,
    userInfo: [AnyHashable: Any]? = nil
  ) {
    self.init(
      event: event, state: state ?? event.resultingState ?? previousState,
      previousState: previousState, origin: origin, isMirrored: false, object: object,
      userInfo: userInfo)
  }
}
