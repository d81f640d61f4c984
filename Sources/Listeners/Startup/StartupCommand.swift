/// One step of a launch, with a name.
///
/// ```swift
/// struct OpenDatabase: StartupCommand {
///   let dependencies = ["migrate files"]
///   func execute() throws { try database.open() }
/// }
/// ```
///
/// ``StartupCommands`` runs it, on the main actor, at most once.
@MainActor
public protocol StartupCommand {
  /// Its name in reports and in the dependencies of other commands. By default the name of its
  /// type.
  var name: String { get }
  /// The names of the commands that must have succeeded before this one runs. By default none.
  var dependencies: [String] { get }
  /// The phase in which it runs. By default ``StartupPhase/critical``.
  var phase: StartupPhase { get }
  /// Does the work. What it throws is reported; the commands that depend on it do not run.
  func execute() throws
}

extension StartupCommand {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }
  /// None.
  public var dependencies: [String] { [] }
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
  public func execute() throws { try action() }
}
