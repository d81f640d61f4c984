/// Receives a report of each delivery: which listener was called for which event, and how long it
/// took.
///
/// Set it as ``AppLifecycleMediator/probe``. All methods are called on the main actor, inside the
/// post. A probe must not post an event for every call, because that never ends.
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
  func relayWillBegin(_ context: AppLifecycleContext)
  /// One listener is about to be called, also for a replay, which has no beginning and no end.
  func relayWillCall(_ listener: String, context: AppLifecycleContext)
  /// One listener has been called: its method for the event, and then `onAppEvent`.
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

/// One call of one listener for one event, as a probe receives it.
public struct AppLifecycleProbeCall: Sendable, Hashable {
  /// The event that the listener received.
  public let event: AppLifecycleEvent
  /// The name of the listener's type; for a closure, the file and line where it was attached.
  public let listener: String
  /// How long both of its methods took together.
  public let duration: Duration
  /// True if the event had happened before the listener was attached.
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

/// Reports each call of a delivery to a probe.
@MainActor
final class ProbeReport {
  private let probe: any AppLifecycleProbe
  /// The names of the groups that the listeners are in.
  private let prefix: String

  init(_ probe: any AppLifecycleProbe, prefix: String = "") {
    self.probe = probe
    self.prefix = prefix
  }

  func inside(_ group: String) -> ProbeReport { ProbeReport(probe, prefix: prefix + group + "/") }

  func call(_ entry: ListenerEntry, _ context: AppLifecycleContext) {
    // A weakly held object that was freed.
    guard entry.attachment.isAttached else { return entry.attachment.detach() }
    // Read before the call, because the listener may be gone after it.
    let name = prefix + entry.attachment.name
    probe.relayWillCall(name, context: context)
    let start = ContinuousClock.now
    entry.listener.receive(context.event, context: context)
    probe.relayDidCall(
      AppLifecycleProbeCall(
        event: context.event, listener: name, duration: ContinuousClock.now - start,
        isReplay: context.origin == .replayed))
  }
}
