/// Is told of each call of a listener: who, which event, how long.
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
/// Its methods are called on the main actor, inside the post. Calls nest: if a listener posts
/// `willTerminate`, its own call is reported after all that follows. An `async` call begins and
/// ends after the post, and such calls overlap.
@MainActor
public protocol AppLifecycleProbe: AnyObject {
  /// An event, but not a replay, is about to be delivered. The state has changed already.
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
  /// Its own name, its type's, or a closure's file and line, behind its groups' names: for example
  /// `media/ImageCache`.
  public let listener: String
  /// When the call began.
  public let start: SuspendingClock.Instant
  /// How long it took, without the machine's sleep.
  public let duration: Duration
  /// True if the event was replayed to a late listener.
  public let isReplay: Bool
  /// True for a call of an ``AppLifecycleAsyncListener``, which blocks nobody.
  public let isAsync: Bool
  /// The number of the event's delivery, because an `async` call may end long after it.
  package let delivery: Int
}
