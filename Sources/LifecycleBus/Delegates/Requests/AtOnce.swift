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
private actor AtOnce: SerialExecutor {
  static let shared = AtOnce()

  // Proof for both: the reference is used only while the actor lives, which is always.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

  // The standard library's own is of iOS 17 and macOS 14, later than the package's systems.
  nonisolated func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  // `ExecutorJob` needs a later system than the package does on Apple platforms.
  #if canImport(Darwin)
    nonisolated func enqueue(_ job: UnownedJob) { run(job) }
  #else
    nonisolated func enqueue(_ job: consuming ExecutorJob) { run(UnownedJob(job)) }
  #endif

  private nonisolated func run(_ job: UnownedJob) {
    MainActorContext.runOrLater {
      // Proof: each job is run once, here, on the main actor.
      unsafe job.runSynchronously(on: MainActor.sharedUnownedExecutor)
    }
  }
}
