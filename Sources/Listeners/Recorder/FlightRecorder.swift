public import LifecycleBus

/// Remembers the last events, and how long each listener took for them.
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
/// Everything stays in memory. One recorder can watch several mediators. Time in which the machine
/// sleeps doesn't count.
@MainActor
public final class FlightRecorder: AppLifecycleProbe {
  var launchAllowance: Duration
  private let allowance: Duration
  /// Called after each event that took longer than its allowance.
  public var onSlowEvent: (@MainActor (FlightRecording.RecordedEvent) -> Void)?

  private let capacity: Int
  private let start = SuspendingClock.now
  private var recorded = FlightRecording()

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - capacity: How many events it remembers.
  ///   - launchAllowance: How long `didFinishLaunching` may take.
  ///   - allowance: How long all listeners together may take for any other event; a frame at 60 Hz by
  ///     default.
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
  public var recording: FlightRecording { recorded.newest(capacity, until: elapsed) }

  /// Begins an event.
  public func willDeliver(_ context: AppLifecycleContext) {
    makeRoom()
    recorded.begin(context, at: elapsed, allowance: allowance(for: context.event))
  }

  /// Adds a call to its event. An `async` one makes no event slow, because it blocks nobody.
  public func didCall(_ call: AppLifecycleProbeCall) {
    let made = FlightRecording.Call(
      listener: call.listener, start: start.duration(to: call.start), duration: call.duration)

    if call.isAsync {
      recorded.addAsync(made, toDelivery: call.delivery)
    } else if call.isReplay {
      makeRoom()
      report(recorded.addReplay(made, of: call.event, allowance: allowance(for: call.event)))
    } else {
      recorded.add(made, for: call.event)
    }
  }

  /// Ends an event, and reports it if it was slow.
  public func didDeliver(_ context: AppLifecycleContext) {
    let ended = recorded.end(context.event, at: elapsed)
    if let ended {
      report(ended)
    }
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

  /// Seldom does anything, because it moves all events.
  private func makeRoom() {
    if recorded.events.count / 2 >= capacity {
      recorded = recorded.newest(capacity, until: .zero)
    }
  }
}
