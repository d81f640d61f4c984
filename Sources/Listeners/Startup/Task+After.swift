import LifecycleBus

extension Task<Void, Never> {
  /// Calls a closure on the main actor after a time from now, unless the task is cancelled before.
  ///
  /// - `clock`: Measures the time; without one, the time in which the process runs.
  @discardableResult @MainActor
  static func after(
    _ time: Duration, on clock: (any Clock<Duration>)?, _ action: @escaping @MainActor () -> Void
  ) -> Self {
    let sleep = RunningTime.sleeper(for: time, on: clock)
    // Not on the main actor, so that work there does not count as time in which nothing runs.
    return Task { @concurrent in
      guard (try? await sleep()) != nil else { return }
      await MainActor.run { if !Task<Never, Never>.isCancelled { action() } }
    }
  }
}
