/// Receives a report of each call of a listener: the listener, the event and the duration.
///
/// Set a probe on ``AppLifecycleMediator/probe``. A change inside a callback takes effect with the
/// next event. All methods are called on the main actor, inside the post. A probe must not post an
/// event in every call, because the events would never end.
///
/// Calls nest. A listener that posts `willTerminate` in its method is still being called while the
/// rest of the event and the whole way down are reported, and its own `relayDidCall` comes last.
///
/// ```swift
/// final class SlowCalls: AppLifecycleProbe {
///   func relayDidCall(_ call: AppLifecycleProbeCall) {
///     if call.duration > .milliseconds(16) { print("\(call.listener) took \(call.duration)") }
///   }
/// }
/// ```
@MainActor
public protocol AppLifecycleProbe: AnyObject {
  /// An event is about to be delivered to the listeners. The state has changed already.
  ///
  /// - Parameter context: The details of the event.
  func relayWillBegin(_ context: AppLifecycleContext)
  /// A listener is about to be called. If the probe detaches it here, it is not called, and no
  /// `relayDidCall` follows. For a replay, `relayWillBegin` and `relayDidEnd` are not called.
  func relayWillCall(_ listener: String, context: AppLifecycleContext)
  /// A listener has been called: the event's own method, and then `onAppEvent`.
  func relayDidCall(_ call: AppLifecycleProbeCall)
  /// The event has reached all listeners.
  func relayDidEnd(_ context: AppLifecycleContext)
}

extension AppLifecycleProbe {
  /// Does nothing.
  public func relayWillBegin(_ context: AppLifecycleContext) {}
  /// Does nothing.
  public func relayWillCall(_ listener: String, context: AppLifecycleContext) {}
  /// Does nothing.
  public func relayDidEnd(_ context: AppLifecycleContext) {}
}

/// One call of one listener for one event.
public struct AppLifecycleProbeCall: Sendable, Hashable {
  /// The event that the listener received.
  public let event: AppLifecycleEvent
  /// The name of the listener or of its type; for a closure, the file and line where it was
  /// attached. The name of a group comes first, as in `media/ImageCache`.
  public let listener: String
  /// When the call began.
  public let start: SuspendingClock.Instant
  /// How long the call took, with the calls inside it. Time in which the machine sleeps does not
  /// count.
  public let duration: Duration
  /// True if the event happened before the listener was attached.
  public let isReplay: Bool
}
