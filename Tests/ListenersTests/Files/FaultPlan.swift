import Foundation

@testable import Listeners

/// Makes file calls fail in a test: the one with a number, or all from there on.
final class FaultPlan: @unchecked Sendable {
  // Proof for @unchecked: the mutable fields are read and written under `lock` only.
  private let lock = NSLock()
  private let failing: Int
  private let isLasting: Bool
  private let errorNumber: Int32
  private var made: [FileCall] = []

  /// - `failing`: The number of the call that fails, from 0; one that is never reached for none.
  /// - `isLasting`: Whether all calls after it fail too, as if the process had been killed there.
  init(failing: Int = .max, isLasting: Bool = false, errorNumber: Int32 = EIO) {
    self.failing = failing
    self.isLasting = isLasting
    self.errorNumber = errorNumber
  }

  /// The calls so far, failed ones included.
  var calls: [FileCall] { lock.withLock { made } }

  /// Runs work with this plan.
  func run<Value>(_ work: () throws -> Value) rethrows -> Value {
    try FileFaults.$plan.withValue(.init { call in self.outcome(of: call) }, operation: work)
  }

  private func outcome(of call: FileCall) -> Int32? {
    lock.withLock {
      defer { made.append(call) }
      return made.count == failing || (isLasting && made.count > failing) ? errorNumber : nil
    }
  }
}

/// Makes every call of some kinds fail.
func failing<Value>(
  _ calls: Set<FileCall>, with errorNumber: Int32, _ work: () throws -> Value
) rethrows -> Value {
  try FileFaults.$plan.withValue(.init { calls.contains($0) ? errorNumber : nil }, operation: work)
}
