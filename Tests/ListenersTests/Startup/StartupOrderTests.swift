import TestSupport
import Testing

@testable import Listeners

@Suite("Startup order")
struct StartupOrderTests {
  private typealias Node = StartupOrder.Node

  private func names(_ nodes: [Node]) throws -> String {
    try StartupOrder(nodes).sequence.map { nodes[$0].name }.joined()
  }

  @Test("commands without dependencies run in the order of the list")
  func listOrder() throws {
    #expect(try names([Node(name: "c"), Node(name: "a"), Node(name: "b")]) == "cab")
    #expect(try names([]).isEmpty)
  }

  @Test("a command waits for those it names, and the others keep their places")
  func dependencies() throws {
    let nodes = [
      Node(name: "a", dependencies: ["c"]), Node(name: "b"), Node(name: "c", dependencies: ["d"]),
      Node(name: "d"), Node(name: "e"),
    ]
    #expect(try names(nodes) == "bdcae")
  }

  @Test("deferred commands come after all critical ones")
  func phases() throws {
    let nodes = [
      Node(name: "d", phase: .deferred), Node(name: "a"),
      Node(name: "e", dependencies: ["a"], phase: .deferred), Node(name: "b"),
    ]
    #expect(try names(nodes) == "abde")
  }

  @Test("a command that is named twice is waited for once")
  func namedTwice() throws {
    let order = try StartupOrder([Node(name: "a"), Node(name: "b", dependencies: ["a", "a"])])
    #expect(order.dependencies == [[], [0]])
  }

  @Test(
    "a list that makes no sense is an error that names the commands",
    arguments: [
      ([Node(name: "a"), Node(name: "a")], StartupError(code: .duplicateName, names: ["a"])),
      (
        [Node(name: "a", dependencies: ["b"])],
        StartupError(code: .unknownName, names: ["a", "b"])
      ),
      ([Node(name: "a", dependencies: ["a"])], StartupError(code: .cycle, names: ["a"])),
      (
        [
          Node(name: "x", dependencies: ["a"]), Node(name: "a", dependencies: ["b"]),
          Node(name: "b", dependencies: ["y", "c"]), Node(name: "c", dependencies: ["a"]),
          Node(name: "y"),
        ], StartupError(code: .cycle, names: ["a", "b", "c"])
      ),
      (
        [Node(name: "a", dependencies: ["b"]), Node(name: "b", phase: .deferred)],
        StartupError(code: .criticalAfterDeferred, names: ["a", "b"])
      ),
    ])
  private func errors(nodes: [Node], expected: StartupError) {
    #expect(throws: expected) { try StartupOrder(nodes) }
    #expect(expected.names.allSatisfy { expected.description.contains("\"\($0)\"") })
  }

  @Test("any list without a circle is ordered by the rule", arguments: 0..<200 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...12, using: &generator)
    let ranks = Array(0..<count).shuffled(using: &generator)
    let nodes = (0..<count).map { place in
      let phase = ranks[place] < count / 2 ? StartupPhase.critical : .deferred
      let earlier = (0..<count).filter { ranks[$0] < ranks[place] }
      let chosen = earlier.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
      return Node(name: "\(place)", dependencies: chosen.map(String.init), phase: phase)
    }
    let sequence = try StartupOrder(nodes).sequence
    #expect(sequence.sorted() == Array(0..<count), "seed \(seed)")
    // The rule, read as it is written: whoever runs next is the first in the list that may.
    for turn in sequence.indices {
      let done = Set(sequence[..<turn].map { nodes[$0].name })
      let open = nodes.indices.filter { !done.contains(nodes[$0].name) }
      let critical = open.filter { nodes[$0].phase == .critical }
      let next = (critical.isEmpty ? open : critical).first {
        nodes[$0].dependencies.allSatisfy(done.contains)
      }
      #expect(sequence[turn] == next, "seed \(seed)")
    }
  }
}
