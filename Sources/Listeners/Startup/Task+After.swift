import LifecycleBus

extension Task<Void, Never> {
  /// Calls a closure on the main actor after a time from now, unless the task is cancelled before.
  /// `clock` measures the time; without one, time counts while the process runs.
  @discardableResult @MainActor
  static func after(
    _ time: Duration, on clock: (any Clock<Duration>)?, _ action: @escaping @MainActor () -> Void
  ) -> Self {
    let sleep = RunningTime.sleeper(for: time, on: clock)

    // Not on the main actor, so that work there doesn't count as time in which nothing runs.
    return Task { @concurrent in
      do {
        try await sleep()
      } catch {
        return
      }
      await MainActor.run {
        if !Task<Never, Never>.isCancelled {
          action()
        }
      }
    }
  }
}
