import LifecycleBus

extension MainActorContext {
  /// Starts a task of the main actor whose first part, up to its first suspension, runs before this
  /// returns.
  ///
  /// `Task.immediate` does the same, from iOS 26 and macOS 26 on.
  @MainActor @discardableResult
  static func startAtOnce<Result: Sendable>(
    _ work: @escaping @MainActor () async -> Result
  ) -> Task<Result, Never> {
    Task { @AtOnce in await work() }
  }
}

/// Runs on the main actor, and does not wait for the main queue if the caller is on it already.
///
/// A task that is isolated to this actor is handed to ``enqueue(_:)`` while it is created. It is run
/// there as a job of the main actor, so that it enters a function of the main actor without a hop.
/// After a suspension in such a function, the main actor's own executor goes on with it.
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
