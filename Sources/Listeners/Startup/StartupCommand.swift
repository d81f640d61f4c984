/// One step of a launch: a name, and a closure that runs on the main actor.
public struct StartupCommand {
  enum Work {
    case inPlace(@MainActor () throws -> Void)
    case task(limit: Duration?, @MainActor () async throws -> Void)
  }

  let name: String
  let work: Work

  /// Makes a command that runs inside the launch event, and is done before the next listener is called.
  public init(_ name: String, perform action: @escaping @MainActor () throws -> Void) {
    self.name = name
    work = .inPlace(action)
  }

  /// Makes a command that runs as a task, after the others and beside those of its kind. A closure
  /// without `await` becomes one, too, if you give the time limit.
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
