/// Which holds are open: a pure value, independent of threads and clocks.
struct HoldState {
  struct Hold {
    let reason: String
    /// Called if the time runs out while the hold is open.
    let onExpiration: (@MainActor @Sendable () -> Void)?
  }

  /// By number; numbers ascend, so the lowest is the oldest.
  private var open: [UInt64: Hold] = [:]
  private var lastNumber: UInt64 = 0
  /// The open holds are being expired, and none can be taken.
  private var isExpiring = false

  /// The open holds, oldest first.
  var holds: [Hold] { open.sorted { $0.key < $1.key }.map(\.value) }

  /// The reason of the oldest open hold.
  var oldestReason: String? { open.min { $0.key < $1.key }?.value.reason }

  var isEmpty: Bool { open.isEmpty }

  func isOpen(_ number: UInt64) -> Bool { open[number] != nil }

  /// Opens a hold and returns its number; `nil` while the open holds are expired, for a hold that is
  /// expired from the start.
  mutating func take(_ hold: Hold) -> UInt64? {
    guard !isExpiring else { return nil }
    lastNumber += 1
    open[lastNumber] = hold
    return lastNumber
  }

  /// Closes a hold, and returns it; `nil` if it is closed already.
  mutating func release(_ number: UInt64) -> Hold? { open.removeValue(forKey: number) }

  /// The time has run out: closes what is open and returns it, oldest first. Later holds count again
  /// after ``endExpiring()``.
  mutating func beginExpiring() -> [Hold] {
    let expired = holds
    open = [:]
    isExpiring = true
    return expired
  }

  mutating func endExpiring() { isExpiring = false }
}
