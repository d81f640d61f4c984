/// A startup command that is one closure.
///
/// ```swift
/// StartupAction("warm cache", after: "open database", phase: .deferred) { try cache.warm() }
/// ```
public struct StartupAction: StartupCommand {
  /// Its name in reports and in the dependencies of other commands.
  public let name: String
  /// The names of the commands that must have succeeded before it runs.
  public let dependencies: [String]
  /// The phase in which it runs.
  public let phase: StartupPhase
  private let action: @MainActor () throws -> Void

  /// Makes a command that calls a closure, on the main actor.
  ///
  /// - Parameters:
  ///   - name: The name in reports, and for commands that depend on this one.
  ///   - dependencies: The names of the commands that must succeed before.
  ///   - phase: When the command runs.
  ///   - action: The work. What it throws is in the report.
  public init(
    _ name: String, after dependencies: String..., phase: StartupPhase = .critical,
    perform action: @escaping @MainActor () throws -> Void
  ) {
    self.name = name
    self.dependencies = dependencies
    self.phase = phase
    self.action = action
  }

  /// Calls the closure.
  ///
  /// - Throws: What the closure throws.
  public func execute() throws { try action() }
}

/// An asynchronous startup command that is one closure.
///
/// ```swift
/// AsyncStartupAction("fetch news", after: "open database", timeLimit: .seconds(5)) {
///   try await news.fetch()
/// }
/// ```
public struct AsyncStartupAction: AsyncStartupCommand {
  /// Its name in reports and in the dependencies of other commands.
  public let name: String
  /// The names of the commands that must have succeeded before it runs.
  public let dependencies: [String]
  /// How long it may take; `nil` for no limit.
  public let timeLimit: Duration?
  private let action: @MainActor () async throws -> Void

  /// Makes a command that calls a closure, on the main actor, in a task of its own.
  ///
  /// - Parameters:
  ///   - name: The name in reports, and for commands that depend on this one.
  ///   - dependencies: The names of the commands that must succeed before.
  ///   - timeLimit: When the task is cancelled; `nil` for never.
  ///   - action: The work. What it throws is in the report.
  public init(
    _ name: String, after dependencies: String..., timeLimit: Duration? = .seconds(30),
    perform action: @escaping @MainActor () async throws -> Void
  ) {
    self.name = name
    self.dependencies = dependencies
    self.timeLimit = timeLimit
    self.action = action
  }

  /// Calls the closure.
  ///
  /// - Throws: What the closure throws.
  public func execute() async throws { try await action() }
}
