/// One step of a launch: a name, and a closure that runs on the main actor.
public struct StartupCommand {
  enum Work {
    case critical(@MainActor () throws -> Void)
    case deferred(@MainActor () throws -> Void)
    case task(limit: Duration?, @MainActor () async throws -> Void)
  }

  let name: String
  let work: Work

  /// Makes a command that's done when its closure returns.
  public init(
    _ name: String, phase: StartupPhase = .critical,
    perform action: @escaping @MainActor () throws -> Void
  ) {
    self.name = name
    switch phase {
    case .critical: work = .critical(action)
    case .deferred: work = .deferred(action)
    }
  }

  /// Makes a command that runs as a task after the critical commands, beside the others. The launch
  /// never waits for it.
  ///
  /// - Parameters:
  ///   - name: The name in the report.
  ///   - timeLimit: How long it may take before its task is cancelled, without time in which the
  ///     process doesn't run.
  ///   - action: The work.
  public init(
    _ name: String, timeLimit: Duration? = .seconds(30),
    perform action: @escaping @MainActor () async throws -> Void
  ) {
    self.name = name
    work = .task(limit: timeLimit, action)
  }
}

/// When a startup command runs that isn't `async`.
public enum StartupPhase: Sendable {
  /// Inside the launch event, and finished before the next listener is called.
  case critical
  /// Soon after the launch, in order, each in a turn of the main actor of its own.
  case deferred
}
