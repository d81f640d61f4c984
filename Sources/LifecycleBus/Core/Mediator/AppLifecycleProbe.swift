/// Receives a report of each call of a listener: the listener, the event and the duration.
///
/// Set a probe on ``AppLifecycleMediator/probe``. A change inside a callback takes effect with the
/// next event. All methods are called on the main actor, inside the post. A probe must not post an
/// event in every call, because the events would never end.
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
  /// A listener is about to be called. For a replay, `relayWillBegin` and `relayDidEnd` are not
  /// called.
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
  /// How long the call took.
  public let duration: Duration
  /// True if the event happened before the listener was attached.
  public let isReplay: Bool

  /// Makes a report of a call, to test a probe.
  ///
  /// - Parameters:
  ///   - event: What was delivered.
  ///   - listener: The name of the listener.
  ///   - duration: How long the call took.
  ///   - isReplay: True for a replay.
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
