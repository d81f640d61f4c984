/// Watches the relay itself: which listener was called for what, and how long it took.
///
/// Set one on ``AppLifecycleMediator/probe``. Without a probe no clock is read. A probe that is set
/// or taken away inside a callback counts from the next event on. All methods are called on the
/// main actor, inside the relay; a probe must not post events of its own for every call it sees.
@MainActor
public protocol AppLifecycleProbe: AnyObject {
  /// An event is about to go through the listeners. The state has changed already.
  func relayWillBegin(_ context: AppLifecycleContext)
  /// One listener has been called: its method for the event, and then `onAppEvent`.
  func relayDidCall(_ call: AppLifecycleProbeCall)
  /// The event has gone through all listeners.
  func relayDidEnd(_ context: AppLifecycleContext)
}

extension AppLifecycleProbe {
  /// Does nothing.
  public func relayWillBegin(_ context: AppLifecycleContext) {}
  /// Does nothing.
  public func relayDidEnd(_ context: AppLifecycleContext) {}
}

/// One listener's handling of one event, as a probe sees it.
public struct AppLifecycleProbeCall: Sendable, Hashable {
  /// What the listener was told.
  public let event: AppLifecycleEvent
  /// The name of the listener's type; for a closure, the file and line where it was attached.
  public let listener: String
  /// How long both of its methods took together.
  public let duration: Duration
  /// Whether it was told of something that had happened before it was attached.
  public let isReplay: Bool

  /// Makes a call, for the test of a probe.
  public init(
    event: AppLifecycleEvent, listener: String, duration: Duration, isReplay: Bool = false
  ) {
    self.event = event
    self.listener = listener
    self.duration = duration
    self.isReplay = isReplay
  }
}
