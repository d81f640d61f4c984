import LifecycleBus

/// Measures the time since it was made, with any clock.
struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration

  init(_ clock: some Clock<Duration>) {
    // Known to the compiler, a clock is read in half the instructions.
    if let clock = clock as? ContinuousClock {
      let start = clock.now
      read = { start.duration(to: clock.now) }
      return
    }
    let start = clock.now
    read = { start.duration(to: clock.now) }
  }

  /// The time since the stopwatch was made.
  var elapsed: Duration { read() }
}

extension Task<Void, Never> {
  /// Calls a closure after a time, unless the task is cancelled before: a timer.
  ///
  /// - Parameter clock: Measures the time; without one, the time in which the process runs.
  @discardableResult @MainActor
  static func after(
    _ time: Duration, on clock: (any Clock<Duration>)?, _ action: @escaping @MainActor () -> Void
  ) -> Self {
    Task {
      guard (try? await RunningTime.sleep(for: time, on: clock)) != nil,
        !Task<Never, Never>.isCancelled
      else { return }
      action()
    }
  }
}
