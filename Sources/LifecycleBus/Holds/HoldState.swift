/// Which holds are open: a pure value, independent of threads and clocks.
struct HoldState {
  /// By number; numbers ascend, so the lowest is the oldest.
  private var open: [UInt64: String] = [:]
  private var lastNumber: UInt64 = 0
  /// The open holds are being expired, and none can be taken.
  private var isExpiring = false

  /// The reasons of the open holds, oldest first.
  var reasons: [String] { open.sorted { $0.key < $1.key }.map(\.value) }

  /// The reason of the oldest open hold.
  var oldestReason: String? { open.min { $0.key < $1.key }?.value }

  var isEmpty: Bool { open.isEmpty }

  func isOpen(_ number: UInt64) -> Bool { open[number] != nil }

  /// Opens a hold and returns its number; `nil` while the open holds are expired, for a hold that is
  /// expired from the start.
  mutating func take(_ reason: String) -> UInt64? {
    guard !isExpiring else { return nil }
    lastNumber += 1
    open[lastNumber] = reason
    return lastNumber
  }

  /// Closes a hold. Returns whether it was the last one; closing it again returns false.
  mutating func release(_ number: UInt64) -> Bool {
    open.removeValue(forKey: number) != nil && open.isEmpty
  }

  /// The time has run out: closes what is open and returns the reasons. Later holds count again
  /// after ``endExpiring()``.
  mutating func beginExpiring() -> [String] {
    let expired = reasons
    open = [:]
    isExpiring = true
    return expired
  }

  mutating func endExpiring() { isExpiring = false }
}
