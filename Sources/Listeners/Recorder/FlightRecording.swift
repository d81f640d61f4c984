public import LifecycleBus

/// The events that a ``FlightRecorder`` has recorded, as a value.
///
/// ```swift
/// let recording = recorder.recording
/// print(recording.table)
/// for slow in recording.events.filter(\.isSlow) { print(slow) }
/// ```
public struct FlightRecording: Sendable {
  /// One event, and the calls of the listeners for it.
  public struct RecordedEvent: Sendable {
    /// Zero for a replay.
    var delivery = 0
    /// The event.
    public internal(set) var event: AppLifecycleEvent
    var origin: AppLifecycleContext.Origin
    var previousState: AppLifecycleState
    var state: AppLifecycleState
    var start: Duration
    /// How long the listeners took; zero while they're being called.
    public internal(set) var duration = Duration.zero
    var allowance: Duration
    /// The calls, in the order in which they returned.
    public internal(set) var calls: [Call] = []
    /// The calls of `async` listeners, which don't count for ``duration``.
    public internal(set) var asyncCalls: [Call] = []

    /// Whether the event took longer than allowed.
    public var isSlow: Bool { duration > allowance }

    /// The call that took longest, apart from `async` ones.
    public var slowestCall: Call? { calls.max { $0.duration < $1.duration } }
  }

  /// One call of a listener for one event.
  public struct Call: Sendable {
    /// The listener's type or, for a closure, the place where it was attached.
    public internal(set) var listener: String
    var start: Duration
    /// How long the call took, including other calls made during it.
    public internal(set) var duration: Duration
  }

  /// The recorded events, oldest first.
  public internal(set) var events: [RecordedEvent] = []
  var end = Duration.zero
  var droppedCount = 0

}

extension FlightRecording.RecordedEvent: CustomStringConvertible {
  /// The event and its duration; for a slow event also the allowed time and the slowest call.
  public var description: String {
    let took = "\(event.rawValue) took \(DurationText.short(duration))"
    guard isSlow else { return "\(took)." }

    let verdict = "\(took), \(DurationText.short(allowance)) are allowed"
    guard let slowestCall, !hasWaited else {
      return "\(verdict): no listener that has returned."
    }
    let slowest = DurationText.short(slowestCall.duration)
    return "\(verdict): \(slowestCall.listener) (\(slowest))."
  }

  /// A listener hasn't returned, so no other one is to blame.
  private var hasWaited: Bool {
    let inCalls = calls.reduce(.zero) { $0 + $1.duration }
    return duration - inCalls > allowance
  }
}
