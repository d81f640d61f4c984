/// Observes each call of a listener: which listener, which event, and how long it took.
///
/// ```swift
/// final class SlowCalls: AppLifecycleProbe {
///   func didCall(_ call: AppLifecycleProbeCall) {
///     if call.duration > .milliseconds(16) {
///       print("\(call.listener) took \(call.duration)")
///     }
///   }
/// }
/// ```
///
/// Set it as ``AppLifecycleMediator/probe``. If you do so inside a callback, the probe begins with
/// the next event. Its methods are called on the main actor, before the post returns.
///
/// Calls may nest: if a listener posts `willTerminate`, its own call is reported after the calls
/// for that event. The call of an `async` listener begins and ends after the post, and several may
/// run at once.
@MainActor
public protocol AppLifecycleProbe: AnyObject {
  /// An event is about to be delivered. The mediator's state has already changed.
  ///
  /// This isn't called for a replay.
  func willDeliver(_ context: AppLifecycleContext)
  /// A listener is about to be called. If you detach it here, it isn't called, unless it's an
  /// `async` listener.
  func willCall(_ listener: String, for context: AppLifecycleContext)
  /// A listener has been called, or the time for its `async` call has run out.
  func didCall(_ call: AppLifecycleProbeCall)
  /// The event has reached all listeners.
  func didDeliver(_ context: AppLifecycleContext)
}

extension AppLifecycleProbe {
  /// Does nothing.
  public func willDeliver(_ context: AppLifecycleContext) {}
  /// Does nothing.
  public func willCall(_ listener: String, for context: AppLifecycleContext) {}
  /// Does nothing.
  public func didDeliver(_ context: AppLifecycleContext) {}
}

/// One call of one listener for one event.
public struct AppLifecycleProbeCall: Sendable, Equatable {
  /// The event that the listener received.
  public let event: AppLifecycleEvent
  /// The listener's own name or that of its type; for a closure, its file and line.
  ///
  /// If the listener is in a group, the group's name comes first, as in `media/ImageCache`.
  public let listener: String
  /// When the call began.
  public let start: SuspendingClock.Instant
  /// How long the call took. Time in which the machine is asleep doesn't count.
  public let duration: Duration
  /// Whether the event was replayed to a listener that was attached late.
  public let isReplay: Bool
  /// Whether this is a call of an ``AppLifecycleAsyncListener``, for which no post waits.
  public let isAsync: Bool
  /// The number of the event's delivery. An `async` call may end long after it.
  package let delivery: Int
}
