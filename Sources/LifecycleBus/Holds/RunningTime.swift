/// Counts the time in which the process runs.
///
/// A process can be stopped by SIGSTOP, frozen by its container, or asleep with the machine. The
/// system's clocks go on meanwhile, and no event tells of it. So the time is read in short steps,
/// and a step that took longer than a busy machine explains counts as `longestStep`.
package struct RunningTime: Sendable {
  /// How often to read the time, at least.
  package static let step = Duration.milliseconds(100)
  /// What one step counts at most.
  private static let longestStep = Duration.milliseconds(250)

  private var last: ContinuousClock.Instant
  private var sum = Duration.zero

  package init(from start: ContinuousClock.Instant = .now) { last = start }

  /// The time since the beginning.
  package mutating func read(at now: ContinuousClock.Instant = .now) -> Duration {
    sum += min(last.duration(to: now), Self.longestStep)
    last = now
    return sum
  }

  /// What no clock can add to its own time: a sleep is shorter.
  private static let longestSleep = Duration.seconds(100 * 365 * 24 * 3_600)

  /// Begins a time now, however late its end is awaited. What is returned sleeps until the process
  /// has run for this time.
  ///
  /// - `clock`: Measures the time instead.
  package static func sleeper(
    for time: Duration, on clock: (any Clock<Duration>)? = nil
  ) -> @Sendable () async throws -> Void {
    let time = min(time, longestSleep)
    if let clock { return sleeper(for: time, by: clock) }
    let start = RunningTime()
    return {
      var running = start
      var rest = time - running.read()
      while rest > .zero {
        try await Task.sleep(for: min(rest, step))
        rest = time - running.read()
      }
    }
  }

  private static func sleeper(
    for time: Duration, by clock: some Clock<Duration>
  ) -> @Sendable () async throws -> Void {
    let end = clock.now.advanced(by: time)
    return { try await clock.sleep(until: end, tolerance: nil) }
  }
}
