import LifecycleBus

extension MainActorContext {
  /// Starts a task whose first part, up to its first suspension, runs before this returns.
  ///
  /// `Task.immediate` does the same, from iOS 26 and macOS 26 on.
  @MainActor @discardableResult
  static func startAtOnce<Result: Sendable>(
    _ work: @escaping @MainActor () async -> Result
  ) -> Task<Result, Never> {
    Task { @AtOnce in await work() }
  }
}

/// Enters the main actor without a hop if the caller is on it. A task that is isolated to this
/// actor is run in `enqueue` as a job of the main actor, whose own executor goes on with it after a
/// suspension.
@globalActor
private actor AtOnce: OwnExecutorActor {
  static let shared = AtOnce()

  // `ExecutorJob` needs a later system than the package does on Apple platforms.
  #if canImport(Darwin)
    nonisolated func enqueue(_ job: UnownedJob) { MainActorContext.run(job) }
  #else
    nonisolated func enqueue(_ job: consuming ExecutorJob) {
      MainActorContext.run(UnownedJob(job))
    }
  #endif
}
