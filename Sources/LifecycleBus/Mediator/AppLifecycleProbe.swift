/// Receives a report of each call of a listener, with the time that it took.
///
/// Set one on ``AppLifecycleMediator/probe``. All methods are called on the main actor, inside the
/// post. A probe must not post an event for every call, because that never ends. Without a probe no
/// clock is read.
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
  /// An event is about to be delivered. The mediator's state has changed already.
  func relayWillBegin(_ context: AppLifecycleContext)
  /// One listener is about to be called.
  ///
  /// For a replay this is called without ``relayWillBegin(_:)`` and ``relayDidEnd(_:)``.
  func relayWillCall(_ listener: String, context: AppLifecycleContext)
  /// One listener has been called, with both of its methods.
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
  /// The name of the listener; for a closure, the file and line where it was attached.
  public let listener: String
  /// How long the call took.
  public let duration: Duration
  /// Whether the event was replayed to a listener that was attached late.
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
