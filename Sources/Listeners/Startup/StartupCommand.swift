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
public enum StartupPhase: String, Sendable {
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

/// A startup command that is one closure.
///
/// ```swift
/// StartupAction("warm cache", after: "open database", phase: .deferred) { try cache.warm() }
/// ```
///
/// Later commands, and requests, use what the closure returns:
///
/// ```swift
/// let opening = StartupAction("open database") { try Database() }
/// let startup = try StartupCommands {
///   opening
///   StartupAction("warm cache", after: opening.name) { try opening.value.warm() }
/// }
/// ```
public struct StartupAction<Value>: StartupCommand {
  /// Its name in reports and in the dependencies of other commands.
  public let name: String
  /// The names of the commands that must have succeeded before it runs.
  public let dependencies: [String]
  /// The phase in which it runs.
  public let phase: StartupPhase
  private let action: @MainActor () throws -> Value
  private let made = MadeValue<Value>()

  /// Makes a command that calls a closure, on the main actor.
  ///
  /// - Parameters:
  ///   - name: The name in reports, and for commands that depend on this one.
  ///   - dependencies: The names of the commands that must succeed before.
  ///   - phase: When the command runs.
  ///   - action: The work. What it returns is the ``value``; what it throws is in the report.
  public init(
    _ name: String, after dependencies: String..., phase: StartupPhase = .critical,
    perform action: @escaping @MainActor () throws -> Value
  ) {
    self.name = name
    self.dependencies = dependencies
    self.phase = phase
    self.action = action
  }

  /// What the closure has returned. All copies of the command share it.
  ///
  /// - Throws: `StartupError.noValue` as long as the closure has not returned.
  public var value: Value { get throws(StartupError) { try made.value(of: name) } }

  /// Calls the closure.
  ///
  /// - Throws: What the closure throws.
  public func execute() throws { made.value = try action() }
}

/// An asynchronous startup command that is one closure.
///
/// ```swift
/// AsyncStartupAction("fetch news", after: "open database", timeLimit: .seconds(5)) {
///   try await news.fetch()
/// }
/// ```
public struct AsyncStartupAction<Value>: AsyncStartupCommand {
  /// Its name in reports and in the dependencies of other commands.
  public let name: String
  /// The names of the commands that must have succeeded before it runs.
  public let dependencies: [String]
  /// How long it may take; `nil` for no limit.
  public let timeLimit: Duration?
  private let action: @MainActor () async throws -> Value
  private let made = MadeValue<Value>()

  /// Makes a command that calls a closure, on the main actor, in a task of its own.
  ///
  /// - Parameters:
  ///   - name: The name in reports, and for commands that depend on this one.
  ///   - dependencies: The names of the commands that must succeed before.
  ///   - timeLimit: When the task is cancelled; `nil` for never.
  ///   - action: The work. What it returns is the ``value``; what it throws is in the report.
  public init(
    _ name: String, after dependencies: String..., timeLimit: Duration? = .seconds(30),
    perform action: @escaping @MainActor () async throws -> Value
  ) {
    self.name = name
    self.dependencies = dependencies
    self.timeLimit = timeLimit
    self.action = action
  }

  /// What the closure has returned, also where it returned after the time limit. All copies of the
  /// command share it.
  ///
  /// - Throws: `StartupError.noValue` as long as the closure has not returned.
  public var value: Value { get throws(StartupError) { try made.value(of: name) } }

  /// Calls the closure.
  ///
  /// - Throws: What the closure throws.
  public func execute() async throws { made.value = try await action() }
}

/// What a closure has returned.
@MainActor
private final class MadeValue<Value> {
  var value: Value?

  func value(of name: String) throws(StartupError) -> Value {
    guard let value else { throw .noValue(name) }
    return value
  }
}
