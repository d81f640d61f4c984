/// One step of a launch, with a name. Adopt ``StartupCommand`` or ``AsyncStartupCommand``.
///
/// ``StartupCommands`` runs it, on the main actor, at most once. A type that adopts both is run as a
/// ``StartupCommand``; one that adopts neither is a programming mistake and stops the program.
@MainActor
public protocol StartupStep {
  /// Its name in reports and in the dependencies of other commands. By default the name of its
  /// type.
  var name: String { get }
  /// The names of the commands that must have succeeded before this one runs. By default none.
  var dependencies: [String] { get }
}

extension StartupStep {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }
  /// None.
  public var dependencies: [String] { [] }
}

/// A step that is done when its method returns.
///
/// ```swift
/// struct OpenDatabase: StartupCommand {
///   let dependencies = ["migrate files"]
///   func execute() throws { try database.open() }
/// }
/// ```
@MainActor
public protocol StartupCommand: StartupStep {
  /// The phase in which it runs. By default ``StartupPhase/critical``.
  var phase: StartupPhase { get }
  /// Does the work. What it throws is reported; the commands that depend on it do not run.
  ///
  /// - Throws: Any error. It is in the report as the command's outcome.
  func execute() throws
}

extension StartupCommand {
  /// Critical: inside the launch.
  public var phase: StartupPhase { .critical }
}

/// When a startup command runs.
public enum StartupPhase: String, Codable, Sendable {
  /// Inside the launch event, and finished before the next listener is called. For what the first
  /// screen needs.
  case critical
  /// After the main queue has had a turn, so that the first screen does not wait for it.
  case deferred
}

/// A step that takes time, as a task of its own. The launch never waits for it.
///
/// It starts after the critical commands, as soon as the commands that it depends on have
/// succeeded. Commands that do not depend on each other run side by side. A critical command cannot
/// depend on it.
///
/// ```swift
/// struct FetchNews: AsyncStartupCommand {
///   let dependencies = ["OpenDatabase"]
///   let timeLimit: Duration? = .seconds(5)
///   func execute() async throws { try await news.fetch() }
/// }
/// ```
@MainActor
public protocol AsyncStartupCommand: StartupStep {
  /// How long it may take; `nil` for no limit. By default 30 seconds.
  ///
  /// After that its task is cancelled, and it counts as timed out, whether or not it heeds the
  /// cancellation. The commands that depend on it do not run.
  var timeLimit: Duration? { get }
  /// Does the work, on the main actor unless it leaves it. What it throws is reported; the commands
  /// that depend on it do not run.
  ///
  /// - Throws: Any error. It is in the report as the command's outcome.
  func execute() async throws
}

extension AsyncStartupCommand {
  /// 30 seconds.
  public var timeLimit: Duration? { .seconds(30) }
}
