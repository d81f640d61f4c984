public import LifecycleBus

/// One step of a launch: a name, and a closure that runs on the main actor.
///
/// ```swift
/// let startup = try StartupCommands {
///   StartupCommand("open database") { try database.open() }
///   StartupCommand("warm cache", after: ["open database"], phase: .deferred) { try cache.warm() }
///   StartupCommand("fetch news", retries: 2) { try await news.fetch() }
/// }
/// ```
///
/// Later commands, and other code, use what the closure returns:
///
/// ```swift
/// let opening = StartupCommand("open database") { try Database() }
/// let startup = try StartupCommands {
///   opening
///   StartupCommand("warm cache", after: [opening.name]) { try opening.value.warm() }
/// }
/// ```
@MainActor
public struct StartupCommand<Value> {
  /// The name in reports, and for `after:`.
  public let name: String
  let dependencies: [String]
  let phase: StartupPhase
  let timeLimit: Duration?
  let work: StartupWork
  private let made: MadeValue<Value>

  /// Makes a command that is done when its closure returns.
  ///
  /// - Parameters:
  ///   - name: The name in reports, and for commands that depend on this one.
  ///   - dependencies: The commands that must succeed before.
  ///   - phase: When the command runs. An ``StartupPhase/asynchronous`` command has 30 seconds.
  ///   - retries: How often the closure is called again, at once, after an error.
  ///   - action: The work, which returns the ``value``.
  public init(
    _ name: String, after dependencies: [String] = [], phase: StartupPhase = .critical,
    retries: Int = 0, perform action: @escaping @MainActor () throws -> Value
  ) {
    let made = MadeValue<Value>()
    let attempt: @MainActor () throws -> Void = {
      var rest = retries
      while true {
        do {
          made.value = try action()
          return
        } catch  where rest > 0 {
          rest -= 1
        }
      }
    }
    self.init(
      name, dependencies, phase, .seconds(30),
      phase == .asynchronous ? .task({ try attempt() }) : .inPlace(attempt), made)
  }

  /// Makes a command that runs as a task. The launch never waits for it, so a critical command
  /// cannot depend on it.
  ///
  /// - Parameters:
  ///   - name: The name in reports, and for commands that depend on this one.
  ///   - dependencies: The commands that must succeed before.
  ///   - timeLimit: How long it may take, with its retries, before its task is cancelled; `nil` for
  ///     no limit.
  ///   - retries: How often the closure is called again, at once, after an error.
  ///   - action: The work, which returns the ``value``.
  public init(
    _ name: String, after dependencies: [String] = [], timeLimit: Duration? = .seconds(30),
    retries: Int = 0, perform action: @escaping @MainActor () async throws -> Value
  ) {
    let made = MadeValue<Value>()
    self.init(
      name, dependencies, .asynchronous, timeLimit,
      .task {
        var rest = retries
        while true {
          do {
            made.value = try await action()
            return
          } catch  where rest > 0 && !Task.isCancelled {
            rest -= 1
          }
        }
      }, made)
  }

  fileprivate init(
    _ name: String, _ dependencies: [String], _ phase: StartupPhase, _ timeLimit: Duration?,
    _ work: StartupWork, _ made: MadeValue<Value> = MadeValue()
  ) {
    self.name = name
    self.dependencies = dependencies
    self.phase = phase
    self.timeLimit = timeLimit
    self.work = work
    self.made = made
  }

  /// What the closure has returned.
  ///
  /// - Throws: `StartupError.noValue` as long as the closure has not returned.
  public var value: Value {
    get throws(StartupError) {
      guard let value = made.value else { throw .noValue(name) }
      return value
    }
  }
}

/// When a startup command runs.
public enum StartupPhase: String, Sendable, CaseIterable {
  /// Inside the launch event, and finished before the next listener is called.
  case critical
  /// After the main queue has had a turn.
  case deferred
  /// After the critical commands, as a task of its own.
  case asynchronous = "async"
}

extension AppLifecycleListBuilder where Element == StartupCommand<Any> {
  /// A startup command.
  public static func buildExpression<Value>(_ command: StartupCommand<Value>) -> [Element] {
    [
      Element(
        command.name, command.dependencies, command.phase, command.timeLimit, command.work)
    ]
  }

  /// A list of startup commands.
  public static func buildExpression<Value>(_ commands: [StartupCommand<Value>]) -> [Element] {
    commands.flatMap { buildExpression($0) }
  }
}

enum StartupWork {
  case inPlace(@MainActor () throws -> Void)
  case task(@MainActor () async throws -> Void)
}

@MainActor
private final class MadeValue<Value> {
  var value: Value?
}
