/// One step of a launch: a name, and a closure that runs on the main actor.
public struct StartupCommand {
  enum Work {
    case inPlace(@MainActor () throws -> Void)
    case task(limit: Duration?, @MainActor () async throws -> Void)
  }

  let name: String
  let work: Work

  /// Makes a command that runs during the launch event, before the next listener is called.
  ///
  /// - Parameters:
  ///   - name: The name in the report.
  ///   - action: The work. If it throws, the error is in the report.
  public init(_ name: String, perform action: @escaping @MainActor () throws -> Void) {
    self.name = name
    work = .inPlace(action)
  }

  /// Makes a command that runs as a task, at the same time as other tasks.
  ///
  /// The task starts after the commands that aren't tasks, and the launch doesn't wait for it. To
  /// run a closure without `await` as a task, pass a time limit.
  ///
  /// - Parameters:
  ///   - name: The name in the report.
  ///   - timeLimit: How long the command may take before its task is cancelled; `nil` for no limit.
  ///     Time in which the process doesn't run isn't counted.
  ///   - action: The work. If it throws, the error is in the report.
  public init(
    _ name: String, timeLimit: Duration? = .seconds(30),
    perform action: @escaping @MainActor () async throws -> Void
  ) {
    self.name = name
    work = .task(limit: timeLimit, action)
  }
}
