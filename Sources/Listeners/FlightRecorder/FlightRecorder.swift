public import Foundation
public import LifecycleBus

/// Remembers the last events, and how long each listener took over them; names those who made an
/// event late.
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
/// Everything happens on the main actor, inside the relay, and costs two looks at a clock an event
/// and one a listener. It takes memory for its capacity times the
/// number of listeners, and keeps no listener and no mediator alive, only names and times. One
/// recorder can watch several mediators, and may be set and taken away at any time, also inside a
/// callback: then it counts from the next event on.
@MainActor
public final class FlightRecorder: AppLifecycleProbe {
  /// How long events may take; a change counts from the next event on.
  public var budget: FlightBudget
  /// Hears of each event that took longer than its budget, right after it. Keep it short: it is
  /// inside the relay.
  public var onOverrun: (@MainActor (FlightOverrun) -> Void)?

  private var ring: RecordRing<FlightRecording.Relay>
  /// Events under way: more than one only when a listener of one mediator posts to another.
  private var underWay: [FlightRecording.Relay] = []
  private var count = 0
  private var state = AppLifecycleState.notRunning
  private let startDate: Date
  private let elapsed: () -> Duration

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - capacity: How many events it remembers, at least 1.
  ///   - budget: How long events may take.
  ///   - startDate: The date that goes with the start, for the exports.
  ///   - clock: What measures the times; a test brings its own.
  public init(
    capacity: Int = 512, budget: FlightBudget = FlightBudget(), startDate: Date = Date(),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    precondition(capacity > 0, "FlightRecorder: capacity is \(capacity). Give 1 or more events.")
    self.budget = budget
    self.startDate = startDate
    ring = RecordRing(capacity: capacity)
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// What there is now. Asked for inside a callback, it ends with the event that is under way, as
  /// far as that has come.
  public var recording: FlightRecording {
    let now = elapsed()
    let unfinished = underWay.map { relay in
      var relay = relay
      relay.duration = now - relay.start
      return relay
    }
    let relays = (ring.elements + unfinished).suffix(ring.capacity)
    return FlightRecording(
      relays: Array(relays), end: now, startDate: startDate, budget: budget,
      droppedCount: ring.droppedCount + ring.count + unfinished.count - relays.count)
  }

  // MARK: Watching

  /// Begins a record.
  public func relayWillBegin(_ context: AppLifecycleContext) {
    count += 1
    state = context.state
    underWay.append(
      FlightRecording.Relay(
        number: count, event: context.event, origin: context.origin,
        previousState: context.previousState, state: context.state, start: elapsed(),
        duration: .zero))
  }

  /// Adds a call to the record under way. A replay to a listener that came late is a record of its
  /// own.
  public func relayDidCall(_ call: AppLifecycleProbeCall) {
    let start = max(elapsed() - call.duration, .zero)
    let entry = FlightRecording.Call(
      listener: call.listener, start: start, duration: call.duration)
    if call.isReplay {
      count += 1
      keep(
        FlightRecording.Relay(
          number: count, event: call.event, origin: .replayed, previousState: state, state: state,
          start: start, duration: call.duration, calls: [entry]))
    } else if !underWay.isEmpty {
      underWay[underWay.count - 1].calls.append(entry)
    }
  }

  /// Ends the record.
  public func relayDidEnd(_ context: AppLifecycleContext) {
    guard var relay = underWay.popLast() else { return }
    relay.duration = elapsed() - relay.start
    keep(relay)
  }

  private func keep(_ relay: FlightRecording.Relay) {
    ring.append(relay)
    if let onOverrun, let overrun = budget.overrun(of: relay) { onOverrun(overrun) }
  }
}
