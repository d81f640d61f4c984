/// Counts the time in which the process runs, because clocks go on while it is stopped, frozen or
/// asleep. A step that took longer than a busy machine explains counts as `longestStep`.
package struct RunningTime: Sendable {
  /// The longest time between two readings.
  package static let step = Duration.milliseconds(100)
  /// The most that one step counts.
  private static let longestStep = Duration.milliseconds(250)

  private var last: ContinuousClock.Instant
  private var sum = Duration.zero

  package init(from start: ContinuousClock.Instant = .now) { last = start }

  package mutating func read(at now: ContinuousClock.Instant = .now) -> Duration {
    sum += min(last.duration(to: now), Self.longestStep)
    last = now
    return sum
  }

  /// A clock cannot add more to its own time.
  private static let longestSleep = Duration.seconds(100 * 365 * 24 * 3_600)

  /// Returns a wait for the end of the time, which begins now. `clock` measures the time instead.
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
