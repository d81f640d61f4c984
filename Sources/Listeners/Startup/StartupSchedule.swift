/// Decides which startup commands may run now: a pure value, without tasks and clocks.
///
/// A command is ready when all its dependencies have succeeded, or when one of them has not; then it
/// is skipped. Ready commands are taken in the order of ``StartupOrder``.
struct StartupSchedule {
  /// How a command runs.
  enum Kind: Int, CaseIterable {
    case critical, deferred, asynchronous
  }

  /// What to do with a command. Afterwards, `settle` says how it ended.
  enum Step: Equatable {
    case run(Int)
    /// The dependency did not succeed.
    case skip(Int, dependency: Int)
  }

  /// The commands that have no outcome yet, in the order in which they run.
  var unsettled: [Int] { order.sequence.filter { !isSettled[$0] } }
  private(set) var unsettledCount: Int

  private let order: StartupOrder
  private let kinds: [Kind]
  /// For each command, its place in the sequence.
  private var ranks: [Int]
  private var dependents: [[Int]]
  /// For each command, how many of its dependencies have not succeeded yet.
  private var openDependencyCounts: [Int]
  private var failedDependencies: [Int?]
  private var isSettled: [Bool]
  /// For each kind, the ready commands, the first in the sequence last.
  private var ready: [[Int]]

  init(_ order: StartupOrder, kinds: [Kind]) {
    self.order = order
    self.kinds = kinds
    unsettledCount = kinds.count
    ranks = kinds.map { _ in 0 }
    for (rank, index) in order.sequence.enumerated() { ranks[index] = rank }
    dependents = kinds.map { _ in [] }
    for (index, dependencies) in order.dependencies.enumerated() {
      for dependency in dependencies { dependents[dependency].append(index) }
    }
    openDependencyCounts = order.dependencies.map(\.count)
    failedDependencies = kinds.map { _ in nil }
    isSettled = kinds.map { _ in false }
    ready = Kind.allCases.map { _ in [] }
    for index in order.sequence.reversed() where openDependencyCounts[index] == 0 {
      ready[kinds[index].rawValue].append(index)
    }
  }

  /// Whether a command of a kind may run now.
  func isReady(_ kind: Kind) -> Bool { !ready[kind.rawValue].isEmpty }

  /// Takes the first ready command of a kind.
  mutating func next(_ kind: Kind) -> Step? {
    while let index = ready[kind.rawValue].popLast() {
      if isSettled[index] { continue }
      return failedDependencies[index].map { .skip(index, dependency: $0) } ?? .run(index)
    }
    return nil
  }

  /// Notes how a command ended. Returns whether it had not ended before.
  mutating func settle(_ index: Int, hasSucceeded: Bool) -> Bool {
    guard !isSettled[index] else { return false }
    isSettled[index] = true
    unsettledCount -= 1
    for dependent in dependents[index] where failedDependencies[dependent] == nil {
      openDependencyCounts[dependent] -= 1
      if !hasSucceeded { failedDependencies[dependent] = index }
      if !hasSucceeded || openDependencyCounts[dependent] == 0 { makeReady(dependent) }
    }
    return true
  }

  private mutating func makeReady(_ index: Int) {
    let kind = kinds[index].rawValue
    // Binary search: the list is sorted by falling rank.
    var (low, high) = (0, ready[kind].count)
    while low < high {
      let middle = (low + high) / 2
      if ranks[ready[kind][middle]] > ranks[index] { low = middle + 1 } else { high = middle }
    }
    ready[kind].insert(index, at: low)
  }
}
