/// Which holds are open: a pure value, independent of threads and clocks.
struct HoldState {
  struct Hold {
    fileprivate(set) var number: UInt64 = 0
    let reason: String
    /// Called if the time runs out while the hold is open.
    let onExpiration: (@MainActor @Sendable () -> Void)?
  }

  /// The open holds, oldest first.
  private(set) var holds: [Hold] = []
  private var lastNumber: UInt64 = 0
  /// The open holds are being expired, and none can be taken.
  private var isExpiring = false

  func isOpen(_ number: UInt64) -> Bool { index(of: number) != nil }

  /// Numbers ascend.
  private func index(of number: UInt64) -> Int? {
    let index = holds.indices.partitioningIndex { holds[$0].number >= number }
    return index < holds.count && holds[index].number == number ? index : nil
  }

  /// Opens a hold and returns its number; `nil` while the open holds are expired, for a hold that is
  /// expired from the start.
  mutating func take(_ hold: Hold) -> UInt64? {
    guard !isExpiring else { return nil }
    lastNumber += 1
    holds.append(hold)
    holds[holds.count - 1].number = lastNumber
    return lastNumber
  }

  /// Closes a hold, and returns it; `nil` if it is closed already.
  mutating func release(_ number: UInt64) -> Hold? {
    index(of: number).map { holds.remove(at: $0) }
  }

  /// The time has run out: closes what is open and returns it, oldest first. Later holds count again
  /// after ``endExpiring()``.
  mutating func beginExpiring() -> [Hold] {
    defer { holds = [] }
    isExpiring = true
    return holds
  }

  mutating func endExpiring() { isExpiring = false }
}
