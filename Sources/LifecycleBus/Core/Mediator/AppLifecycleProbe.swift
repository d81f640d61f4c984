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
/// Set it as ``AppLifecycleMediator/probe``. Inside a callback, that takes effect with the next
/// event. The methods are called on the main actor, inside the post.
///
/// Calls may nest: if a listener posts `willTerminate`, its own call is reported after the calls
/// for that event. An `async` call begins and ends after the post, and several may run at once.
@MainActor
public protocol AppLifecycleProbe: AnyObject {
  /// An event is about to be delivered, and the mediator's state has changed already.
  ///
  /// A replay isn't reported here.
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
  /// The listener's own name, its type's, or a closure's file and line.
  ///
  /// The names of its groups come first, as in `media/ImageCache`.
  public let listener: String
  /// When the call began.
  public let start: SuspendingClock.Instant
  /// How long the call took. Time in which the machine is asleep doesn't count.
  public let duration: Duration
  /// True if the event was replayed to a listener that was attached late.
  public let isReplay: Bool
  /// True for a call of an ``AppLifecycleAsyncListener``, for which no post waits.
  public let isAsync: Bool
  /// The number of the event's delivery. An `async` call may end long after it.
  package let delivery: Int
}
