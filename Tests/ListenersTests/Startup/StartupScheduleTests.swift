import TestSupport
import Testing

@testable import Listeners

@Suite("Startup schedule")
struct StartupScheduleTests {
  @Test(
    "in any list each command runs once, after its dependencies, as soon as it may",
    arguments: 0..<300 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...12, using: &generator)
    let kinds = (0..<count).map { _ in
      StartupPhase.allCases.randomElement(using: &generator) ?? .critical
    }
    let nodes = (0..<count).map { index in
      let allowed = (0..<index).filter { kinds[index] != .critical || kinds[$0] == .critical }
      let chosen = allowed.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
      return StartupOrder.Node(
        name: "\(index)", dependencies: chosen.map(String.init),
        phase: kinds[index])
    }
    let order = try StartupOrder(nodes)
    var schedule = StartupSchedule(order)
    var running: [Int] = []
    var succeeded: Set<Int> = []
    var ended: Set<Int> = []

    while !schedule.unsettled.isEmpty {
      // Ends a random command, or takes every ready command of a random kind.
      if !running.isEmpty, Bool.random(using: &generator) {
        let index = running.remove(at: Int.random(in: running.indices, using: &generator))
        let hasSucceeded = Int.random(in: 0..<4, using: &generator) > 0
        let first = schedule.settle(index, hasSucceeded: hasSucceeded)
        let second = schedule.settle(index, hasSucceeded: true)
        #expect(first && !second, "seed \(seed)")
        ended.insert(index)
        if hasSucceeded { succeeded.insert(index) }
        continue
      }
      for kind in StartupPhase.allCases.shuffled(using: &generator) {
        while let step = schedule.next(kind) {
          switch step {
          case .run(let index):
            #expect(kinds[index] == kind, "seed \(seed)")
            #expect(order.dependencies[index].allSatisfy(succeeded.contains), "seed \(seed)")
            #expect(!running.contains(index) && !ended.contains(index), "seed \(seed)")
            running.append(index)
          case .skip(let index, let dependency):
            #expect(order.dependencies[index].contains(dependency), "seed \(seed)")
            #expect(ended.contains(dependency) && !succeeded.contains(dependency), "seed \(seed)")
            let isNew = schedule.settle(index, hasSucceeded: false)
            #expect(isNew, "seed \(seed)")
            ended.insert(index)
          }
        }
      }
      // A skipped command may have made one of an earlier kind ready; then the next turn takes it.
      if StartupPhase.allCases.contains(where: schedule.isReady) { continue }
      // The reference model: nothing that may run is left waiting.
      for index in 0..<count where !ended.contains(index) && !running.contains(index) {
        let dependencies = order.dependencies[index]
        #expect(!dependencies.allSatisfy(succeeded.contains), "seed \(seed)")
        #expect(dependencies.allSatisfy { !ended.contains($0) || succeeded.contains($0) })
      }
      #expect(Set(schedule.unsettled) == Set(0..<count).subtracting(ended), "seed \(seed)")
    }
    #expect(ended.count == count, "seed \(seed)")
  }

  @Test("ready commands of a kind are taken in the order of the list")
  func listOrder() throws {
    let names = (0..<5).map {
      StartupOrder.Node(name: "\($0)", phase: $0 == 3 ? .asynchronous : .deferred)
    }
    let last = StartupOrder.Node(name: "first", dependencies: ["3"], phase: .deferred)
    var schedule = StartupSchedule(try StartupOrder([last] + names))
    let first = (schedule.next(.asynchronous), schedule.next(.deferred))
    #expect(first == (.run(4), .run(1)))
    _ = schedule.settle(4, hasSucceeded: true)
    var taken: [StartupSchedule.Step] = []
    while let step = schedule.next(.deferred) { taken.append(step) }
    #expect(taken == [.run(2), .run(3), .run(0), .run(5)])
  }
}
