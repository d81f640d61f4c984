/// Counts only the time in which the process runs. Clocks continue while it's stopped or asleep, so
/// a long step counts as `longestStep`.
package struct RunningTime: Sendable {
  /// The longest time between two readings.
  package static let step = Duration.milliseconds(100)
  private static let longestStep = Duration.milliseconds(250)

  private var last: ContinuousClock.Instant
  private var sum = Duration.zero

  package init(from start: ContinuousClock.Instant = .now) { last = start }

  package mutating func read(at now: ContinuousClock.Instant = .now) -> Duration {
    sum += min(last.duration(to: now), Self.longestStep)
    last = now
    return sum
  }

  private static let longestSleep = Duration.seconds(100 * 365 * 24 * 3_600)

  /// Returns a wait for the end of the time, which begins now. A test may pass a clock.
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
