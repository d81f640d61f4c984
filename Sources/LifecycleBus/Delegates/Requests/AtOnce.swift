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
private actor AtOnce: SerialExecutor {
  static let shared = AtOnce()

  // Proof: the actor is its own executor, and lives as long as the process.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

  // `ExecutorJob` needs a later system than the package does on Apple platforms.
  #if canImport(Darwin)
    nonisolated func enqueue(_ job: UnownedJob) { Self.run(job) }
  #else
    nonisolated func enqueue(_ job: consuming ExecutorJob) { Self.run(UnownedJob(job)) }
  #endif

  private static func run(_ job: UnownedJob) {
    // Proof: each job is run once, here, on the main actor.
    MainActorContext.runOrLater(job) {
      unsafe $0.runSynchronously(on: MainActor.sharedUnownedExecutor)
    }
  }
}
