/// Hears of each call of a listener: who, which event, how long.
///
/// ```swift
/// final class SlowCalls: AppLifecycleProbe {
///   func didCall(_ call: AppLifecycleProbeCall) {
///     if call.duration > .milliseconds(16) { print("\(call.listener) took \(call.duration)") }
///   }
/// }
/// ```
///
/// Set it as ``AppLifecycleMediator/probe``; in a callback that takes effect with the next event.
/// Its methods are called on the main actor, inside the post. Calls nest: while a listener posts
/// `willTerminate`, the rest of the event and the way down are reported, and only then its own
/// call.
///
/// An `async` call is reported when it begins and when it's over, which is after the post. Such
/// calls overlap.
@MainActor
public protocol AppLifecycleProbe: AnyObject {
  /// An event is about to be delivered; the state has changed already. Not called for a replay.
  func willDeliver(_ context: AppLifecycleContext)
  /// A listener is about to be called. If you detach it here, it isn't, unless it's an `async` one.
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
  /// Its own name, its type's, or for a closure the file and line; behind its groups' names, as in
  /// `media/ImageCache`.
  public let listener: String
  /// When the call began.
  public let start: SuspendingClock.Instant
  /// How long it took, with the calls inside it, but without the machine's sleep.
  public let duration: Duration
  /// True if the event was replayed to a late listener.
  public let isReplay: Bool
  /// True for a call of an ``AppLifecycleAsyncListener``, which blocks nobody.
  public let isAsync: Bool
  /// The number of the event's delivery, because an `async` call may end long after it.
  package let delivery: Int
}
