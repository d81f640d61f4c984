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
/// try recorder.recording.write(\.jsonLines, to: folder.appending(path: "flight.jsonl"))
/// ```
///
/// Everything happens on the main actor, while the event is delivered. The recorder reads its clock
/// twice for an event and once for a replay; the mediator, which measures for any probe, reads one
/// once for each listener and once more. Memory grows with the capacity times the number of
/// listeners. The recorder keeps no listener and no mediator alive, only names and times. One
/// recorder can watch several mediators. Set or removed inside a callback, it counts from the next
/// event on.
@MainActor
public final class FlightRecorder: AppLifecycleProbe {
  /// How long events may take; a change counts from the next event on.
  public var allowance: FlightAllowance
  /// Called after each event that took longer than its allowance, on the main actor. Keep it short,
  /// because the next event waits for it.
  public var onOverrun: (@MainActor (FlightOverrun) -> Void)?

  private var log: FlightLog
  private let startDate: Date
  private let stopwatch: Stopwatch

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - capacity: How many events it remembers, at least 1.
  ///   - allowance: How long events may take.
  ///   - startDate: The date at which the recorder's time is zero, for the exports.
  ///   - clock: Measures the times; a test supplies its own.
  public init(
    capacity: Int = 512, allowance: FlightAllowance = FlightAllowance(), startDate: Date = Date(),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    precondition(capacity > 0, "FlightRecorder: capacity is \(capacity). Give 1 or more events.")
    self.allowance = allowance
    self.startDate = startDate
    log = FlightLog(capacity: capacity)
    stopwatch = Stopwatch(clock)
  }

  /// What has been recorded so far. Read inside a callback, it ends with the event that is being
  /// delivered, and with the calls made so far.
  public var recording: FlightRecording {
    let now = stopwatch.elapsed
    return FlightRecording(
      events: log.events(at: now), end: now, startDate: startDate, allowance: allowance,
      droppedCount: log.droppedCount)
  }

  // MARK: Watching

  /// Begins to record an event.
  ///
  /// - Parameter context: The event, with the states around it.
  public func relayWillBegin(_ context: AppLifecycleContext) {
    log.begin(context, at: stopwatch.elapsed)
  }

  /// Adds a call to the event being delivered. A replay to a listener that was attached late is an
  /// event of its own.
  ///
  /// Only a replay reads the clock. The calls of an event follow each other, so that the start of
  /// each is the end of the one before it.
  ///
  /// - Parameter call: The listener, the event, and the time that the call took.
  public func relayDidCall(_ call: AppLifecycleProbeCall) {
    if call.isReplay {
      report(log.addReplay(call, endingAt: stopwatch.elapsed))
    } else {
      log.add(call)
    }
  }

  /// Ends the event's recording, and reports it if it was late.
  ///
  /// - Parameter context: The event, with the states around it.
  public func relayDidEnd(_ context: AppLifecycleContext) {
    if let recorded = log.end(at: stopwatch.elapsed) { report(recorded) }
  }

  private func report(_ recorded: FlightRecording.RecordedEvent) {
    if let onOverrun, let overrun = allowance.overrun(of: recorded) { onOverrun(overrun) }
  }
}
