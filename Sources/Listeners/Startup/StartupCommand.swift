/// One step of a launch: a name, and a closure that runs on the main actor.
public struct StartupCommand {
  let name: String
  let phase: StartupPhase
  let work: StartupWork

  /// Makes a command that's done when its closure returns. An asynchronous one has 30 seconds.
  public init(
    _ name: String, phase: StartupPhase = .critical,
    perform action: @escaping @MainActor () throws -> Void
  ) {
    self.name = name
    self.phase = phase
    switch phase {
    case .critical, .deferred:
      work = .inPlace(action)
    case .asynchronous:
      work = .task(.seconds(30), action)
    }
  }

  /// Makes a command that runs as a task. The launch never waits for it.
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
    phase = .asynchronous
    work = .task(timeLimit, action)
  }
}

/// When a startup command runs.
public enum StartupPhase: String, Sendable, CaseIterable {
  /// Inside the launch event, and finished before the next listener is called.
  case critical
  /// Soon after the launch, in order, each in a turn of the main actor of its own.
  case deferred
  /// After the critical commands, as a task beside the others.
  case asynchronous = "async"
}

enum StartupWork {
  case inPlace(@MainActor () throws -> Void)
  case task(Duration?, @MainActor () async throws -> Void)
}
