import LifecycleBus

/// What a flight recorder remembers: the last events, and which of them are being delivered.
///
/// A pure value. One change of it is one access of the recorder's storage.
struct FlightLog {
  private var ring: RecordRing<FlightRecording.RecordedEvent>
  /// The events being delivered, outermost first. More than one only where a listener of one
  /// mediator posts to a mediator on another center.
  private var underWay: [UnderWay] = []
  private var state = AppLifecycleState.notRunning
  /// How many calls the last event had, so that the next one reserves their memory once.
  private var expectedCallCount = 0

  private struct UnderWay {
    let number: Int
    /// When the next call begins: at the end of the last one.
    var nextStart: Duration
  }

  init(capacity: Int) { ring = RecordRing(capacity: capacity) }

  /// How many of the oldest events were overwritten.
  var droppedCount: Int { ring.droppedCount }

  /// The events in their order. Those being delivered last until now.
  func events(at now: Duration) -> [FlightRecording.RecordedEvent] {
    var events = ring.elements
    for open in underWay {
      guard let index = events.firstIndex(where: { $0.number == open.number }) else { continue }
      events[index].duration = now - events[index].start
    }
    return events
  }

  /// Begins an event.
  mutating func begin(_ context: AppLifecycleContext, at start: Duration) {
    state = context.state
    var recorded = FlightRecording.RecordedEvent(
      number: ring.appendedCount + 1, event: context.event, origin: context.origin,
      previousState: context.previousState, state: state, start: start, duration: .zero)
    recorded.calls.reserveCapacity(expectedCallCount)
    ring.append(recorded)
    underWay.append(UnderWay(number: ring.appendedCount, nextStart: start))
  }

  /// Adds a call to the event being delivered. Ignored if there is none.
  mutating func add(_ call: AppLifecycleProbeCall) {
    guard !underWay.isEmpty else { return }
    let last = underWay.count - 1
    let start = underWay[last].nextStart
    underWay[last].nextStart += call.duration
    ring.update(underWay[last].number) {
      $0.calls.append(
        FlightRecording.Call(listener: call.listener, start: start, duration: call.duration))
    }
  }

  /// Ends the event that began last, and returns it. `nil` if there is none, or if it was
  /// overwritten meanwhile.
  mutating func end(at now: Duration) -> FlightRecording.RecordedEvent? {
    guard let open = underWay.popLast() else { return nil }
    ring.update(open.number) { $0.duration = now - $0.start }
    guard let recorded = ring[open.number] else { return nil }
    expectedCallCount = recorded.calls.count
    return recorded
  }

  /// Adds an event that one listener received as a replay, and returns it.
  mutating func addReplay(
    _ call: AppLifecycleProbeCall, endingAt now: Duration
  ) -> FlightRecording.RecordedEvent {
    let start = max(now - call.duration, .zero)
    var recorded = FlightRecording.RecordedEvent(
      number: ring.appendedCount + 1, event: call.event, origin: .replayed, previousState: state,
      state: state, start: start, duration: call.duration)
    recorded.calls = [
      FlightRecording.Call(listener: call.listener, start: start, duration: call.duration)
    ]
    ring.append(recorded)
    return recorded
  }
}
