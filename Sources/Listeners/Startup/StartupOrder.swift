/// In which order startup commands run: worked out from their names alone.
///
/// Critical commands come first. Within a phase, a command comes after those it depends on, and
/// otherwise in the order of the list.
struct StartupOrder {
  /// What there is to know of a command.
  struct Node {
    let name: String
    var dependencies: [String] = []
    var phase = StartupPhase.critical
  }

  /// Places in the list, in the order in which the commands run.
  let sequence: [Int]
  /// For each place in the list, the places it depends on.
  let dependencies: [[Int]]

  init(_ nodes: [Node]) throws(StartupError) {
    var places: [String: Int] = [:]
    for (place, node) in nodes.enumerated() {
      guard places.updateValue(place, forKey: node.name) == nil else {
        throw StartupError(code: .duplicateName, names: [node.name])
      }
    }
    var dependencies: [[Int]] = []
    for node in nodes {
      var found: [Int] = []
      for name in node.dependencies {
        guard let place = places[name] else {
          throw StartupError(code: .unknownName, names: [node.name, name])
        }
        if node.phase == .critical, nodes[place].phase == .deferred {
          throw StartupError(code: .criticalAfterDeferred, names: [node.name, name])
        }
        if !found.contains(place) { found.append(place) }
      }
      dependencies.append(found)
    }
    self.dependencies = dependencies
    sequence = try Self.sequence(of: nodes, after: dependencies)
  }

  /// Again and again the first command of the earlier phase that has nothing left to wait for.
  private static func sequence(
    of nodes: [Node], after dependencies: [[Int]]
  ) throws(StartupError) -> [Int] {
    let listed = nodes.indices.filter { nodes[$0].phase == .critical }
    var waiting = listed + nodes.indices.filter { nodes[$0].phase == .deferred }
    var sequence: [Int] = []
    var isPlaced = nodes.map { _ in false }
    while !waiting.isEmpty {
      let isReady = { (place: Int) in dependencies[place].allSatisfy { isPlaced[$0] } }
      guard let next = waiting.firstIndex(where: isReady) else {
        let circle = circle(from: waiting[0], after: dependencies, isPlaced: isPlaced)
        throw StartupError(code: .cycle, names: circle.map { nodes[$0].name })
      }
      let place = waiting.remove(at: next)
      isPlaced[place] = true
      sequence.append(place)
    }
    return sequence
  }

  /// Where nothing is ready, everyone waits for somebody who waits, so following them comes round.
  private static func circle(
    from start: Int, after dependencies: [[Int]], isPlaced: [Bool]
  ) -> [Int] {
    var path: [Int] = []
    var place = start
    while true {
      if let first = path.firstIndex(of: place) { return Array(path[first...]) }
      path.append(place)
      guard let next = dependencies[place].first(where: { !isPlaced[$0] }) else { return path }
      place = next
    }
  }
}
