public import LifecycleBus

/// Records the latest events, and how long each listener took for them.
///
/// ```swift
/// let recorder = FlightRecorder()
/// mediator.probe = recorder
/// recorder.onSlowEvent = { print($0) }
/// // didEnterBackground took 48 ms, 16 ms are allowed: SearchIndex (44 ms).
///
/// print(recorder.recording.table)
/// ```
///
/// Everything stays in memory. One recorder can be the probe of several mediators. Time in which
/// the machine sleeps doesn't count.
@MainActor
public final class FlightRecorder: AppLifecycleProbe {
  var launchAllowance: Duration
  private let allowance: Duration
  /// Called after each event for which the listeners took longer than allowed.
  public var onSlowEvent: (@MainActor (FlightRecording.RecordedEvent) -> Void)?

  private let capacity: Int
  private let start = SuspendingClock.now
  private var recorded = FlightRecording()

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - capacity: How many events to remember, at least 1.
  ///   - launchAllowance: How long all listeners together may take for `didFinishLaunching` before
  ///     the event counts as slow.
  ///   - allowance: How long they may take for any other event.
  public init(
    capacity: Int = 512, launchAllowance: Duration = .milliseconds(100),
    allowance: Duration = .milliseconds(16)
  ) {
    precondition(capacity > 0, "FlightRecorder: capacity is \(capacity). Give 1 or more events.")
    self.capacity = capacity
    self.launchAllowance = launchAllowance
    self.allowance = allowance
  }

  /// What has been recorded so far.
  public var recording: FlightRecording {
    let surplus = max(recorded.events.count - capacity, 0)
    return FlightRecording(
      events: Array(recorded.events.suffix(capacity)), end: elapsed,
      droppedCount: recorded.droppedCount + surplus)
  }

  /// Begins to record an event. The mediator calls this for you.
  public func willDeliver(_ context: AppLifecycleContext) {
    add(
      .init(
        delivery: context.delivery, event: context.event, origin: context.origin,
        previousState: context.previousState, state: context.state, start: elapsed,
        allowance: allowance(for: context.event)))
  }

  /// Records how long a listener's call took. The mediator calls this for you.
  ///
  /// The calls of `async` listeners don't hold up the event, so they don't make it slow.
  public func didCall(_ call: AppLifecycleProbeCall) {
    let made = FlightRecording.Call(
      listener: call.listener, start: start.duration(to: call.start), duration: call.duration)

    if call.isReplay {
      addReplay(made, of: call)
    } else if let index = index(of: call.delivery) {
      if call.isAsync {
        recorded.events[index].asyncCalls.append(made)
      } else {
        recorded.events[index].calls.append(made)
        noteTime(at: index)
      }
    }
  }

  /// Ends the record of an event, and calls ``onSlowEvent`` if the event was slow. The mediator
  /// calls this for you.
  public func didDeliver(_ context: AppLifecycleContext) {
    guard let index = index(of: context.delivery) else { return }

    noteTime(at: index)
    report(recorded.events[index])
  }

  /// Also after each call, for a picture that a listener draws at the end.
  private func noteTime(at index: Int) {
    recorded.events[index].duration = elapsed - recorded.events[index].start
  }

  /// A replay is one call.
  private func addReplay(_ made: FlightRecording.Call, of call: AppLifecycleProbeCall) {
    let state = recorded.events.last?.state ?? .notRunning
    var replayed = FlightRecording.RecordedEvent(
      event: call.event, origin: .replayed, previousState: state, state: state, start: made.start,
      allowance: allowance(for: call.event))

    if call.isAsync {
      replayed.asyncCalls = [made]
    } else {
      replayed.calls = [made]
      replayed.duration = made.duration
    }

    add(replayed)
    report(replayed)
  }

  private func index(of delivery: Int) -> Int? {
    recorded.events.lastIndex { $0.delivery == delivery }
  }

  /// Drops the oldest ones seldom, because that moves all events.
  private func add(_ event: FlightRecording.RecordedEvent) {
    if recorded.events.count / 2 >= capacity {
      recorded = recording
    }
    recorded.events.append(event)
  }

  private var elapsed: Duration { start.duration(to: .now) }

  private func allowance(for event: AppLifecycleEvent) -> Duration {
    event == .didFinishLaunching ? launchAllowance : allowance
  }

  private func report(_ event: FlightRecording.RecordedEvent) {
    if event.isSlow {
      onSlowEvent?(event)
    }
  }
}
