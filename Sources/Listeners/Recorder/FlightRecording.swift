public import LifecycleBus

/// The events that a flight recorder has recorded, as a value.
///
/// Times count from the moment when the recorder was made, without sleep.
public struct FlightRecording: Sendable {
  /// One event and its delivery to the listeners.
  public struct RecordedEvent: Sendable {
    /// That of its context; zero for a replay.
    var delivery = 0
    /// What happened.
    public internal(set) var event: AppLifecycleEvent
    var origin: AppLifecycleContext.Origin
    var previousState: AppLifecycleState
    var state: AppLifecycleState
    var start: Duration
    /// How long the delivery took; while it's under way, up to the last call.
    public internal(set) var duration = Duration.zero
    var allowance: Duration
    /// The calls, in the order in which they returned.
    public internal(set) var calls: [Call] = []
    /// The calls of `async` listeners, which don't count for the duration.
    public internal(set) var asyncCalls: [Call] = []

    /// Whether it took longer than its allowance.
    public var isSlow: Bool { duration > allowance }

    /// The call that took longest.
    public var slowestCall: Call? { calls.max { $0.duration < $1.duration } }
  }

  /// One listener's handling of one event.
  public struct Call: Sendable {
    /// The listener's type, or where a closure was attached.
    public internal(set) var listener: String
    var start: Duration
    /// How long the call took, with the calls inside it.
    public internal(set) var duration: Duration
  }

  /// The events, oldest first.
  public internal(set) var events: [RecordedEvent] = []
  var end = Duration.zero
  /// Older events that aren't recorded any more.
  var droppedCount = 0

}

extension FlightRecording.RecordedEvent: CustomStringConvertible {
  /// The event and its duration; for a slow event also its allowance and its slowest call.
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

  /// The calls don't account for the time: a listener hasn't returned, so no other one is to blame.
  private var hasWaited: Bool {
    let inCalls = calls.reduce(.zero) { $0 + $1.duration }
    return duration - inCalls > allowance
  }
}
