import LifecycleBus

/// What a flight recorder remembers: the last events, and which of them are being delivered.
struct FlightLog {
  private let capacity: Int
  /// A ring: the event of a number stands at the number minus 1, modulo the capacity.
  private var ring: [FlightRecording.RecordedEvent] = []
  /// How many events were recorded; the number of the newest one.
  private var count = 0
  /// The events being delivered, outermost first, and when the next call of each begins.
  private var underWay: [(number: Int, nextStart: Duration)] = []
  private var state = AppLifecycleState.notRunning
  /// How many calls the last event had, to reserve memory once.
  private var expectedCallCount = 0

  init(capacity: Int) { self.capacity = capacity }

  var droppedCount: Int { count - ring.count }

  /// The events in order. Those being delivered last until now.
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

  /// Begins an event, and returns it; replaces the oldest one when the ring is full. A replay
  /// leaves the state as it is.
  @MainActor
  @discardableResult
  mutating func begin(
    _ event: AppLifecycleEvent, _ context: AppLifecycleContext?, at start: Duration,
    allowance: Duration
  ) -> FlightRecording.RecordedEvent {
    let previousState = context?.previousState ?? state
    state = context?.state ?? state
    var recorded = FlightRecording.RecordedEvent(
      number: count + 1, event: event, origin: context?.origin ?? .replayed,
      previousState: previousState, state: state, start: start, duration: .zero,
      allowance: allowance)
    recorded.wasPostedByListener = context?.origin == .posted && Post.isReentrant
    recorded.calls.reserveCapacity(expectedCallCount)
    if ring.count < capacity { ring.append(recorded) } else { ring[count % capacity] = recorded }
    count += 1
    underWay.append((count, start))
    return recorded
  }

  /// Notes that the next call begins now, and not at the end of the one before.
  mutating func willCall(at now: Duration) {
    guard !underWay.isEmpty else { return }
    underWay[underWay.count - 1].nextStart = now
  }

  /// Adds a call that ends now to the present event, if there is one.
  mutating func add(_ listener: String, endingAt now: Duration) {
    guard !underWay.isEmpty else { return }
    let last = underWay.count - 1
    let start = underWay[last].nextStart
    underWay[last].nextStart = now
    guard let index = index(of: underWay[last].number) else { return }
    ring[index].calls.append(
      FlightRecording.Call(listener: listener, start: start, duration: now - start))
  }

  var isUnderWay: Bool { !underWay.isEmpty }

  /// Ends the event that began last, and returns it unless it was overwritten.
  mutating func end(at now: Duration) -> FlightRecording.RecordedEvent? {
    guard let open = underWay.popLast(), let index = index(of: open.number) else { return nil }
    ring[index].duration = now - ring[index].start
    expectedCallCount = ring[index].calls.count
    return ring[index]
  }
}
