import LifecycleBus

/// What a flight recorder remembers: the last events, and which of them are being delivered.
struct FlightLog {
  private let capacity: Int
  /// A ring: the event of a number stands at the number minus 1, modulo the capacity.
  private var ring: [FlightRecording.RecordedEvent] = []
  /// How many events were recorded; the number of the newest one.
  private var count = 0
  /// The events being delivered, outermost first.
  private var underWay: [(number: Int, start: Duration)] = []
  /// The calls that have not returned, outermost first. One that posts an end outlives its event.
  private var openCalls: [(listener: String, number: Int, start: Duration)] = []
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
    recorded.wasPostedByListener = context?.origin == .posted && EventQueue.isReentrant
    recorded.calls.reserveCapacity(expectedCallCount)
    if ring.count < capacity { ring.append(recorded) } else { ring[count % capacity] = recorded }
    count += 1
    underWay.append((count, start))
    return recorded
  }

  mutating func willCall(_ listener: String, at now: Duration) {
    if let event = underWay.last { openCalls.append((listener, event.number, now)) }
  }

  /// Adds a call to the event in which it began. A call that was announced later was not made.
  mutating func add(_ listener: String, endingAt now: Duration) {
    guard let place = openCalls.lastIndex(where: { $0.listener == listener }) else { return }
    let call = openCalls[place]
    openCalls.removeSubrange(place...)
    guard let index = index(of: call.number) else { return }
    ring[index].calls.append(
      FlightRecording.Call(listener: listener, start: call.start, duration: now - call.start))
  }

  /// Ends the event that began last, and returns it unless it was overwritten. A call that has posted
  /// an end has not returned yet, and counts until now.
  mutating func end(at now: Duration) -> FlightRecording.RecordedEvent? {
    guard let open = underWay.popLast(), let index = index(of: open.number) else { return nil }
    ring[index].duration = now - ring[index].start
    expectedCallCount = ring[index].calls.count
    var ended = ring[index]
    for call in openCalls where call.number == open.number {
      ended.calls.append(
        FlightRecording.Call(listener: call.listener, start: call.start, duration: now - call.start)
      )
    }
    return ended
  }
}
