import LifecycleBus

/// What a flight recorder remembers: the last events, and which of them are being delivered.
///
/// A pure value. One change of it is one access of the recorder's storage.
struct FlightLog {
  private let capacity: Int
  /// A ring: the event of a number stands at the number minus 1, modulo the capacity.
  private var ring: [FlightRecording.RecordedEvent] = []
  /// How many events were recorded; the number of the newest one.
  private var count = 0
  /// The events being delivered, outermost first. More than one only where a listener of one
  /// mediator posts to a mediator on another center. The next call begins at the end of the last.
  private var underWay: [(number: Int, nextStart: Duration)] = []
  private var state = AppLifecycleState.notRunning
  /// How many calls the last event had, so that the next one reserves their memory once.
  private var expectedCallCount = 0

  init(capacity: Int) { self.capacity = capacity }

  /// How many of the oldest events were overwritten.
  var droppedCount: Int { count - ring.count }

  /// The events in their order. Those being delivered last until now.
  func events(at now: Duration) -> [FlightRecording.RecordedEvent] {
    let oldest = droppedCount % capacity
    var events = Array(ring[oldest...] + ring[..<oldest])
    for open in underWay where open.number > droppedCount {
      let index = open.number - droppedCount - 1
      events[index].duration = now - events[index].start
    }
    return events
  }

  private func index(of number: Int) -> Int? {
    number > droppedCount ? (number - 1) % capacity : nil
  }

  /// Adds an event; replaces the oldest one when the ring is full.
  private mutating func append(_ event: FlightRecording.RecordedEvent) {
    if ring.count < capacity { ring.append(event) } else { ring[count % capacity] = event }
    count += 1
  }

  /// Begins an event.
  @MainActor
  mutating func begin(_ context: AppLifecycleContext, at start: Duration) {
    state = context.state
    var recorded = FlightRecording.RecordedEvent(
      number: count + 1, event: context.event, origin: context.origin,
      previousState: context.previousState, state: state, start: start, duration: .zero)
    recorded.wasPostedByListener =
      context.origin == .posted && Post.isReentrant
    recorded.calls.reserveCapacity(expectedCallCount)
    append(recorded)
    underWay.append((count, start))
  }

  /// Adds a call to the event being delivered. Ignored if there is none.
  mutating func add(_ call: AppLifecycleProbeCall) {
    guard !underWay.isEmpty else { return }
    let last = underWay.count - 1
    let start = underWay[last].nextStart
    underWay[last].nextStart += call.duration
    guard let index = index(of: underWay[last].number) else { return }
    ring[index].calls.append(
      FlightRecording.Call(listener: call.listener, start: start, duration: call.duration))
  }

  /// Ends the event that began last, and returns it. `nil` if there is none, or if it was
  /// overwritten meanwhile.
  mutating func end(at now: Duration) -> FlightRecording.RecordedEvent? {
    guard let open = underWay.popLast(), let index = index(of: open.number) else { return nil }
    ring[index].duration = now - ring[index].start
    expectedCallCount = ring[index].calls.count
    return ring[index]
  }

  /// Adds an event that one listener received as a replay, and returns it.
  mutating func addReplay(
    _ call: AppLifecycleProbeCall, endingAt now: Duration
  ) -> FlightRecording.RecordedEvent {
    let start = max(now - call.duration, .zero)
    var recorded = FlightRecording.RecordedEvent(
      number: count + 1, event: call.event, origin: .replayed, previousState: state,
      state: state, start: start, duration: call.duration)
    recorded.calls = [
      FlightRecording.Call(listener: call.listener, start: start, duration: call.duration)
    ]
    append(recorded)
    return recorded
  }
}
