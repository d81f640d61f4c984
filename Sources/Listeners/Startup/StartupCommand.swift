/// One step of a launch: a name, and a closure that runs on the main actor.
///
/// ```swift
/// let startup = StartupCommands {
///   StartupCommand("open database") { try database.open() }
///   StartupCommand("clean up", phase: .deferred) { files.cleanUp() }
///   StartupCommand("fetch news", timeLimit: .seconds(5)) { try await news.fetch() }
/// }
/// ```
public struct StartupCommand {
  let name: String
  let phase: StartupPhase
  let work: StartupWork

  /// Makes a command that is done when its closure returns.
  ///
  /// - Parameters:
  ///   - name: The name in the report.
  ///   - phase: When the command runs. A ``StartupPhase/asynchronous`` command has 30 seconds.
  ///   - action: The work.
  public init(
    _ name: String, phase: StartupPhase = .critical,
    perform action: @escaping @MainActor () throws -> Void
  ) {
    self.name = name
    self.phase = phase
    work = phase == .asynchronous ? .task(.seconds(30), action) : .inPlace(action)
  }

  /// Makes a command that runs as a task. The launch never waits for it.
  ///
  /// - Parameters:
  ///   - name: The name in the report.
  ///   - timeLimit: How long it may take before its task is cancelled; `nil` for no limit. Time in
  ///     which the process does not run does not count.
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
  /// After the critical commands, as a task of its own, side by side with the others.
  case asynchronous = "async"
}

enum StartupWork {
  case inPlace(@MainActor () throws -> Void)
  case task(Duration?, @MainActor () async throws -> Void)
}
