/// Decides which startup commands may run now: a pure value, without tasks and clocks.
///
/// A command is ready when all its dependencies have succeeded, or when one of them has not; then it
/// is skipped. Ready commands are taken in the order of ``StartupOrder``.
struct StartupSchedule {
  /// How a command runs.
  enum Kind: CaseIterable {
    case critical, deferred, asynchronous
  }

  /// What to do with a command. Afterwards, `settle` says how it ended.
  enum Step: Equatable {
    case run(Int)
    /// The dependency did not succeed.
    case skip(Int, dependency: Int)
  }

  private enum Progress {
    case waiting, taken, succeeded, failed
  }

  private let order: StartupOrder
  private let kinds: [Kind]
  private var progress: [Progress]

  init(_ order: StartupOrder, kinds: [Kind]) {
    self.order = order
    self.kinds = kinds
    progress = kinds.map { _ in .waiting }
  }

  /// The commands that have no outcome yet, in the order in which they run.
  var unsettled: [Int] { order.sequence.filter { !isSettled($0) } }

  /// Whether a command of a kind may run now.
  func isReady(_ kind: Kind) -> Bool { step(kind) != nil }

  /// Takes the first ready command of a kind.
  mutating func next(_ kind: Kind) -> Step? {
    let step = step(kind)
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

  private func step(_ kind: Kind) -> Step? {
    for index in order.sequence where kinds[index] == kind && progress[index] == .waiting {
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
