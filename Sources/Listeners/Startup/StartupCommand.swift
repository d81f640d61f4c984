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
  /// What reports and other commands call it. By default the name of its type.
  var name: String { get }
  /// The names of the commands that must have succeeded before this one runs. By default none.
  var dependencies: [String] { get }
  /// When it runs. By default ``StartupPhase/critical``.
  var phase: StartupPhase { get }
  /// Does the work. What it throws is reported, and stops those that depend on it.
  func execute() throws
}

extension StartupCommand {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }
  /// None: in the order of the list.
  public var dependencies: [String] { [] }
  /// Inside the launch.
  public var phase: StartupPhase { .critical }
}

/// When a startup command runs.
public enum StartupPhase: String, Codable, Sendable {
  /// Inside the launch event: it is done when the event has been relayed. For what the first screen
  /// needs.
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
  /// What reports and other commands call it.
  public let name: String
  /// The names of the commands that must have succeeded before it runs.
  public let dependencies: [String]
  /// When it runs.
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
