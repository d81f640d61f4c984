/// Decides which startup commands may run now: a pure value.
///
/// A command is ready when all its dependencies have succeeded. If one of them has not, the command
/// is skipped.
struct StartupSchedule {
  enum Step: Equatable {
    case run(Int)
    /// The dependency did not succeed.
    case skip(Int, dependency: Int)
  }

  private enum Progress {
    case waiting, taken, succeeded, failed
  }

  private let order: StartupOrder
  private var progress: [Progress]

  init(_ order: StartupOrder) {
    self.order = order
    progress = order.phases.map { _ in .waiting }
  }

  /// The commands without an outcome, in the order in which they run.
  var unsettled: [Int] { order.sequence.filter { !isSettled($0) } }

  /// Whether a command of a phase may run now.
  func isReady(_ phase: StartupPhase) -> Bool { step(phase) != nil }

  /// Takes the first ready command of a phase.
  mutating func next(_ phase: StartupPhase) -> Step? {
    let step = step(phase)
    switch step {
    case .run(let index), .skip(let index, _): progress[index] = .taken
    case nil: break
    }
    return step
  }

  /// Notes how a command ended. Returns whether it had not ended before.
  mutating func settle(_ index: Int, hasSucceeded: Bool) -> Bool {
    if isSettled(index) { return false }
    progress[index] = hasSucceeded ? .succeeded : .failed
    return true
  }

  private func step(_ phase: StartupPhase) -> Step? {
    for index in order.sequence where order.phases[index] == phase && progress[index] == .waiting {
      let dependencies = order.dependencies[index]
      if let failed = dependencies.first(where: { progress[$0] == .failed }) {
        return .skip(index, dependency: failed)
      }
      if dependencies.allSatisfy({ progress[$0] == .succeeded }) { return .run(index) }
    }
    return nil
  }

  private func isSettled(_ index: Int) -> Bool {
    progress[index] == .succeeded || progress[index] == .failed
  }
}

/// The order in which startup commands run, from their names alone.
///
/// Critical commands come first. Within a phase, a command comes after its dependencies.
struct StartupOrder {
  struct Node {
    let name: String
    var dependencies: [String] = []
    var phase = StartupPhase.critical
  }

  /// Indices into the list, in the order in which the commands run.
  let sequence: [Int]
  /// For each command, the indices of those it depends on.
  let dependencies: [[Int]]
  let phases: [StartupPhase]

  init(_ nodes: [Node]) throws(StartupError) {
    for (index, node) in nodes.enumerated()
    where nodes[..<index].contains(where: { $0.name == node.name }) {
      throw .duplicateName(node.name)
    }
    var dependencies: [[Int]] = []
    for node in nodes {
      var found: [Int] = []
      for name in node.dependencies {
        guard let index = nodes.firstIndex(where: { $0.name == name }) else {
          throw .unknownName(name, in: node.name)
        }
        if node.phase == .critical, nodes[index].phase != .critical {
          throw .critical(node.name, afterDeferred: name)
        }
        if !found.contains(index) { found.append(index) }
      }
      dependencies.append(found)
    }
    self.dependencies = dependencies
    phases = nodes.map(\.phase)
    sequence = try Self.sequence(of: nodes, after: dependencies)
  }

  /// Takes, again and again, the first command whose dependencies are placed.
  private static func sequence(
    of nodes: [Node], after dependencies: [[Int]]
  ) throws(StartupError) -> [Int] {
    let listed = nodes.indices.filter { nodes[$0].phase == .critical }
    var waiting = listed + nodes.indices.filter { nodes[$0].phase != .critical }
    var sequence: [Int] = []
    var isPlaced = nodes.map { _ in false }
    while !waiting.isEmpty {
      let isReady = { (index: Int) in dependencies[index].allSatisfy { isPlaced[$0] } }
      guard let next = waiting.firstIndex(where: isReady) else {
        let circle = circle(from: waiting[0], after: dependencies, isPlaced: isPlaced)
        throw .cycle(circle.map { nodes[$0].name })
      }
      let index = waiting.remove(at: next)
      isPlaced[index] = true
      sequence.append(index)
    }
    return sequence
  }

  /// Where no command is ready, following the dependencies ends in a circle.
  private static func circle(
    from start: Int, after dependencies: [[Int]], isPlaced: [Bool]
  ) -> [Int] {
    var path: [Int] = []
    var index = start
    while true {
      if let first = path.firstIndex(of: index) { return Array(path[first...]) }
      path.append(index)
      guard let next = dependencies[index].first(where: { !isPlaced[$0] }) else { return path }
      index = next
    }
  }
}

/// A mistake in a list of startup commands, or a value that was asked for too early.
public enum StartupError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Several commands have this name.
  case duplicateName(String)
  /// A command depends on one that is not in the list.
  case unknownName(String, in: String)
  /// Commands depend on each other in a circle, in this order.
  case cycle([String])
  /// A critical command depends on one that runs after the launch.
  case critical(String, afterDeferred: String)
  /// A command's value was asked for before its closure had returned.
  case noValue(String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .duplicateName(let name):
      "Several startup commands are named \"\(name)\"; give each a name of its own."
    case .unknownName(let name, let command):
      "The startup command \"\(command)\" depends on \"\(name)\", which is not in the list; "
        + "add it or correct the name."
    case .cycle(let names):
      "Startup commands depend on each other in a circle: "
        + (names + names.prefix(1)).map { "\"\($0)\"" }.joined(separator: " after ")
        + "; take one dependency away."
    case .critical(let command, let name):
      "The critical startup command \"\(command)\" depends on \"\(name)\", which runs "
        + "after the launch; make both critical or both deferred."
    case .noValue(let name):
      "The startup command \"\(name)\" has made no value yet; ask in a command that depends on it, "
        + "or after it has succeeded."
    }
  }
}
