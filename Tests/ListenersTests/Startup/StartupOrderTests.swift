import TestSupport
import Testing

@testable import Listeners

@Suite("Startup order")
struct StartupOrderTests {
  private typealias Node = StartupOrder.Node

  @Test("a dependency named twice counts once")
  func namedTwice() throws {
    let order = try StartupOrder([Node(name: "a"), Node(name: "b", dependencies: ["a", "a"])])
    #expect(order.dependencies == [[], [0]])
  }

  @Test(
    "a mistake in the list is an error that names the commands",
    arguments: [
      ([Node(name: "a"), Node(name: "a")], .duplicateName("a"), ["a"]),
      ([Node(name: "a", dependencies: ["b"])], .unknownName("b", in: "a"), ["a", "b"]),
      ([Node(name: "a", dependencies: ["a"])], .cycle(["a"]), ["a"]),
      (
        [
          Node(name: "x", dependencies: ["a"]), Node(name: "a", dependencies: ["b"]),
          Node(name: "b", dependencies: ["y", "c"]), Node(name: "c", dependencies: ["a"]),
          Node(name: "y"),
        ], .cycle(["a", "b", "c"]), ["a", "b", "c"]
      ),
      (
        [Node(name: "a", dependencies: ["b"]), Node(name: "b", phase: .deferred)],
        .critical("a", afterDeferred: "b"), ["a", "b"]
      ),
      (
        [Node(name: "a", phase: .asynchronous), Node(name: "b", dependencies: ["a"])],
        .critical("b", afterDeferred: "a"), ["a", "b"]
      ),
    ] as [([Node], StartupError, [String])])
  private func errors(nodes: [Node], expected: StartupError, names: [String]) {
    #expect(throws: expected) { try StartupOrder(nodes) }
    #expect(names.allSatisfy { expected.description.contains("\"\($0)\"") })
  }

  @Test("any list without a circle is ordered by the rules", arguments: 0..<200 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...12, using: &generator)
    let ranks = Array(0..<count).shuffled(using: &generator)
    let nodes = (0..<count).map { index in
      let kind = ranks[index] < count / 2 ? StartupPhase.critical : .deferred
      let earlier = (0..<count).filter { ranks[$0] < ranks[index] }
      let chosen = earlier.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
      return Node(name: "\(index)", dependencies: chosen.map(String.init), phase: kind)
    }
    let sequence = try StartupOrder(nodes).sequence
    #expect(sequence.sorted() == Array(0..<count), "seed \(seed)")
    // The reference model: the next command is the first in the list that may run.
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
