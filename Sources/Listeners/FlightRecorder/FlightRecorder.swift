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
/// Everything happens on the main actor, while the event is delivered. The recorder reads its clock
/// twice for an event and once for a replay; the mediator, which measures for any probe, reads one
/// once for each listener and once more. Memory grows with the capacity times the number of listeners. The recorder keeps no
/// listener and no mediator alive, only names and times. One recorder can watch several mediators.
/// Set or removed inside a callback, it counts from the next event on.
@MainActor
public final class FlightRecorder: AppLifecycleProbe {
  /// How long events may take; a change counts from the next event on.
  public var budget: FlightBudget
  /// Called after each event that took longer than its budget, on the main actor. Keep it short,
  /// because the next event waits for it.
  public var onOverrun: (@MainActor (FlightOverrun) -> Void)?

  private var ring: RecordRing<FlightRecording.RecordedEvent>
  /// The numbers of the events being delivered, outermost first. More than one only where a
  /// listener of one mediator posts to a mediator on another center.
  private var underWay: [UnderWay] = []
  private var state = AppLifecycleState.notRunning
  /// How many calls the last event had, so that the next one reserves their memory once.
  private var expectedCallCount = 0
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
    var events = ring.elements
    for open in underWay {
      guard let index = events.firstIndex(where: { $0.number == open.number }) else { continue }
      events[index].duration = now - events[index].start
    }
    return FlightRecording(
      events: events, end: now, startDate: startDate, budget: budget,
      droppedCount: ring.droppedCount)
  }

  // MARK: Watching

  /// Begins to record an event.
  ///
  /// - Parameter context: The event, with the states around it.
  public func relayWillBegin(_ context: AppLifecycleContext) {
    state = context.state
    let start = stopwatch.elapsed
    let number = append(
      context.event, context.origin, from: context.previousState, at: start,
      callCount: expectedCallCount)
    underWay.append(UnderWay(number: number, nextStart: start))
  }

  /// Adds a call to the event being delivered. A replay to a listener that was attached late is an
  /// event of its own.
  ///
  /// Only a replay reads the clock. The calls of an event follow each other, so that the start of
  /// each is the end of the one before it.
  ///
  /// - Parameter call: The listener, the event, and the time that the call took.
  public func relayDidCall(_ call: AppLifecycleProbeCall) {
    if call.isReplay { return recordReplay(call) }
    guard !underWay.isEmpty else { return }
    let last = underWay.count - 1
    let entry = FlightRecording.Call(
      listener: call.listener, start: underWay[last].nextStart, duration: call.duration)
    underWay[last].nextStart += call.duration
    ring.update(underWay[last].number) { $0.calls.append(entry) }
  }

  /// Ends the event's recording, and reports it if it was late.
  ///
  /// - Parameter context: The event, with the states around it.
  public func relayDidEnd(_ context: AppLifecycleContext) {
    guard let open = underWay.popLast() else { return }
    let now = stopwatch.elapsed
    let recorded = ring.update(open.number) { $0.duration = now - $0.start }
    guard let recorded else { return }
    expectedCallCount = recorded.calls.count
    report(recorded)
  }

  private struct UnderWay {
    let number: Int
    /// When the next call begins: at the end of the last one.
    var nextStart: Duration
  }

  private func recordReplay(_ call: AppLifecycleProbeCall) {
    let start = max(stopwatch.elapsed - call.duration, .zero)
    let number = append(call.event, .replayed, from: state, at: start, callCount: 1)
    let recorded = ring.update(number) {
      $0.duration = call.duration
      $0.calls.append(
        FlightRecording.Call(listener: call.listener, start: start, duration: call.duration))
    }
    if let recorded { report(recorded) }
  }

  private func append(
    _ event: AppLifecycleEvent, _ origin: AppLifecycleContext.Origin,
    from previousState: AppLifecycleState, at start: Duration, callCount: Int
  ) -> Int {
    var recorded = FlightRecording.RecordedEvent(
      number: ring.appendedCount + 1, event: event, origin: origin, previousState: previousState,
      state: state, start: start, duration: .zero)
    recorded.calls.reserveCapacity(callCount)
    ring.append(recorded)
    return ring.appendedCount
  }

  private func report(_ recorded: FlightRecording.RecordedEvent) {
    if let onOverrun, let overrun = budget.overrun(of: recorded) { onOverrun(overrun) }
  }
}
