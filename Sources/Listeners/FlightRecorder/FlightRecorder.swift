public import Foundation
public import LifecycleBus

/// Remembers the last events and how long each listener took for them, and names the listeners that
/// made an event late.
///
/// ```swift
/// let recorder = FlightRecorder()
/// mediator.probe = recorder
/// recorder.onOverrun = { print($0) }
/// // didEnterBackground took 48 ms, 16 ms are allowed: SearchIndex (44 ms).
///
/// print(recorder.recording.table)
/// try recorder.recording.write(.timeline, to: folder.appending(path: "timeline.svg"))
/// ```
///
/// Everything happens on the main actor, while the event is delivered, and costs two clock readings
/// an event and one a listener. Memory grows with the capacity times the number of listeners. The
/// recorder keeps no listener and no mediator alive, only names and times. One recorder can watch
/// several mediators. Set or removed inside a callback, it counts from the next event on.
@MainActor
public final class FlightRecorder: AppLifecycleProbe {
  /// How long events may take; a change counts from the next event on.
  public var budget: FlightBudget
  /// Called after each event that took longer than its budget, on the main actor. Keep it short,
  /// because the next event waits for it.
  public var onOverrun: (@MainActor (FlightOverrun) -> Void)?

  private var ring: RecordRing<FlightRecording.RecordedEvent>
  /// Events under way: more than one only when a listener of one mediator posts to another.
  private var underWay: [FlightRecording.RecordedEvent] = []
  private var count = 0
  private var state = AppLifecycleState.notRunning
  private let startDate: Date
  private let stopwatch: Stopwatch

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - capacity: How many events it remembers, at least 1.
  ///   - budget: How long events may take.
  ///   - startDate: The date at which the recorder's time is zero, for the exports.
  ///   - clock: Measures the times; a test supplies its own.
  public init(
    capacity: Int = 512, budget: FlightBudget = FlightBudget(), startDate: Date = Date(),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    precondition(capacity > 0, "FlightRecorder: capacity is \(capacity). Give 1 or more events.")
    self.budget = budget
    self.startDate = startDate
    ring = RecordRing(capacity: capacity)
    stopwatch = Stopwatch(clock)
  }

  /// What has been recorded so far. Read inside a callback, it ends with the event that is being
  /// delivered, and with the calls made so far.
  public var recording: FlightRecording {
    let now = stopwatch.elapsed
    let unfinished = underWay.map { recorded in
      var recorded = recorded
      recorded.duration = now - recorded.start
      return recorded
    }
    let events = (ring.elements + unfinished).suffix(ring.capacity)
    return FlightRecording(
      events: Array(events), end: now, startDate: startDate, budget: budget,
      droppedCount: ring.droppedCount + ring.count + unfinished.count - events.count)
  }

  // MARK: Watching

  /// Begins to record an event.
  public func relayWillBegin(_ context: AppLifecycleContext) {
    count += 1
    state = context.state
    underWay.append(
      FlightRecording.RecordedEvent(
        number: count, event: context.event, origin: context.origin,
        previousState: context.previousState, state: context.state, start: stopwatch.elapsed,
        duration: .zero))
  }

  /// Adds a call to the event being delivered. A replay to a listener that was attached late is an
  /// event of its own.
  public func relayDidCall(_ call: AppLifecycleProbeCall) {
    let start = max(stopwatch.elapsed - call.duration, .zero)
    let entry = FlightRecording.Call(
      listener: call.listener, start: start, duration: call.duration)
    if call.isReplay {
      count += 1
      keep(
        FlightRecording.RecordedEvent(
          number: count, event: call.event, origin: .replayed, previousState: state, state: state,
          start: start, duration: call.duration, calls: [entry]))
    } else if !underWay.isEmpty {
      underWay[underWay.count - 1].calls.append(entry)
    }
  }

  /// Ends the event's recording, and reports it if it was late.
  public func relayDidEnd(_ context: AppLifecycleContext) {
    guard var recorded = underWay.popLast() else { return }
    recorded.duration = stopwatch.elapsed - recorded.start
    keep(recorded)
  }

  private func keep(_ recorded: FlightRecording.RecordedEvent) {
    ring.append(recorded)
    if let onOverrun, let overrun = budget.overrun(of: recorded) { onOverrun(overrun) }
  }
}
