public import LifecycleBus

/// The events that a flight recorder has recorded, as a value.
///
/// Times count from the moment when the recorder was made, without sleep.
///
/// ```swift
/// let recording = recorder.recording
/// print(recording.table)
/// for slow in recording.events.filter(\.isSlow) { print(slow) }
/// ```
public struct FlightRecording: Sendable {
  /// One event and its delivery to the listeners.
  public struct RecordedEvent: Sendable {
    var number: Int
    /// What happened.
    public internal(set) var event: AppLifecycleEvent
    var origin: AppLifecycleContext.Origin
    var previousState: AppLifecycleState
    var state: AppLifecycleState
    var start: Duration
    /// How long the delivery took; zero while it's under way.
    public internal(set) var duration = Duration.zero
    var allowance: Duration
    /// The calls, in the order in which they returned.
    public internal(set) var calls: [Call] = []
    /// The calls of `async` listeners, which go on after the delivery, in the order in which they
    /// were over. They don't count for the duration.
    public internal(set) var asyncCalls: [Call] = []
    var delivery = 0

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

// MARK: Recording

extension FlightRecording {
  func newest(_ count: Int, until end: Duration) -> Self {
    let surplus = max(events.count - count, 0)
    return Self(
      events: Array(events.suffix(count)), end: end, droppedCount: droppedCount + surplus)
  }

  mutating func begin(_ context: AppLifecycleContext, at time: Duration, allowance: Duration) {
    events.append(
      RecordedEvent(
        number: droppedCount + events.count + 1, event: context.event, origin: context.origin,
        previousState: context.previousState, state: context.state, start: time,
        allowance: allowance, delivery: context.delivery))
  }

  /// Adds a call to the event in which it began: a listener that posts an end returns after it.
  mutating func add(_ call: Call, for event: AppLifecycleEvent) {
    let index = events.lastIndex {
      $0.event == event && $0.origin != .replayed && $0.start <= call.start
    }
    if let index {
      events[index].calls.append(call)
    }
  }

  /// Adds a call that may be over long after its event, when others of the same kind have come. A
  /// replay to an `async` listener isn't an event of its own.
  mutating func addAsync(_ call: Call, toDelivery number: Int) {
    let index = events.lastIndex { $0.delivery == number }
    if let index {
      events[index].asyncCalls.append(call)
    }
  }

  mutating func end(_ event: AppLifecycleEvent, at time: Duration) -> RecordedEvent? {
    let index = events.lastIndex { $0.event == event && $0.origin != .replayed }
    guard let index else { return nil }

    events[index].duration = time - events[index].start
    return events[index]
  }

  mutating func addReplay(
    _ call: Call, of event: AppLifecycleEvent, allowance: Duration
  ) -> RecordedEvent {
    let state = events.last?.state ?? .notRunning
    let recorded = RecordedEvent(
      number: droppedCount + events.count + 1, event: event, origin: .replayed,
      previousState: state, state: state, start: call.start, duration: call.duration,
      allowance: allowance, calls: [call])

    events.append(recorded)
    return recorded
  }
}
