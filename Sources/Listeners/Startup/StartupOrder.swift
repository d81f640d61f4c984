/// The order in which startup commands run, worked out from their names alone.
///
/// Critical commands come first. Within a phase, a command comes after those it depends on, and
/// otherwise in the order of the list.
struct StartupOrder {
  /// A command, as far as its order depends on it.
  struct Node {
    let name: String
    var dependencies: [String] = []
    var phase = StartupPhase.critical
  }

  /// Indices into the list, in the order in which the commands run.
  let sequence: [Int]
  /// For each command, the indices of those it depends on.
  let dependencies: [[Int]]

  init(_ nodes: [Node]) throws(StartupError) {
    var indices: [String: Int] = [:]
    for (index, node) in nodes.enumerated() {
      guard indices.updateValue(index, forKey: node.name) == nil else {
        throw StartupError(code: .duplicateName, names: [node.name])
      }
    }
    var dependencies: [[Int]] = []
    for node in nodes {
      var found: [Int] = []
      for name in node.dependencies {
        guard let index = indices[name] else {
          throw StartupError(code: .unknownName, names: [node.name, name])
        }
        if node.phase == .critical, nodes[index].phase == .deferred {
          throw StartupError(code: .criticalAfterDeferred, names: [node.name, name])
        }
        if !found.contains(index) { found.append(index) }
      }
      dependencies.append(found)
    }
    self.dependencies = dependencies
    sequence = try Self.sequence(of: nodes, after: dependencies)
  }

  /// Takes, until none is left, the first command of the earlier phase whose dependencies are all
  /// placed.
  private static func sequence(
    of nodes: [Node], after dependencies: [[Int]]
  ) throws(StartupError) -> [Int] {
    let listed = nodes.indices.filter { nodes[$0].phase == .critical }
    var waiting = listed + nodes.indices.filter { nodes[$0].phase == .deferred }
    var sequence: [Int] = []
    var isPlaced = nodes.map { _ in false }
    while !waiting.isEmpty {
      let isReady = { (index: Int) in dependencies[index].allSatisfy { isPlaced[$0] } }
      guard let next = waiting.firstIndex(where: isReady) else {
        let circle = circle(from: waiting[0], after: dependencies, isPlaced: isPlaced)
        throw StartupError(code: .cycle, names: circle.map { nodes[$0].name })
      }
      let index = waiting.remove(at: next)
      isPlaced[index] = true
      sequence.append(index)
    }
    return sequence
  }

  /// Where no command is ready, each waits for another that waits, so that following the
  /// dependencies ends in a circle.
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

/// A mistake in a list of startup commands. Thrown when ``StartupCommands`` is made, before any
/// command runs.
public struct StartupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  public enum Code: String, Codable, Sendable {
    /// Several commands have the same name.
    case duplicateName
    /// A command depends on one that is not in the list.
    case unknownName
    /// Commands depend on each other in a circle.
    case cycle
    /// A critical command depends on a deferred or asynchronous one, which runs after the launch.
    case criticalAfterDeferred
  }

  /// The kind of mistake.
  public let code: Code
  /// The commands it is about: the duplicate; the command and its dependency; the circle, in its
  /// order.
  public let names: [String]

  /// What is wrong, and what to do about it.
  public var description: String {
    let quoted = names.map { "\"\($0)\"" }
    return switch code {
    case .duplicateName:
      "Several startup commands are named \(quoted[0]); give each a name of its own."
    case .unknownName:
      "The startup command \(quoted[0]) depends on \(quoted[1]), which is not in the list; "
        + "add it or correct the name."
    case .cycle:
      "Startup commands depend on each other in a circle: "
        + "\((quoted + quoted.prefix(1)).joined(separator: " after ")); take one dependency away."
    case .criticalAfterDeferred:
      "The critical startup command \(quoted[0]) depends on \(quoted[1]), which runs "
        + "after the launch; make both critical or both deferred."
    }
  }
}
