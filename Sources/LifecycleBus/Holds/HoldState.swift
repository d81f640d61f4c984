/// Which holds are open: a pure value, independent of threads and clocks.
struct HoldState {
  struct Hold {
    fileprivate(set) var number: UInt64 = 0
    let reason: String
    /// Called if the time runs out while the hold is open.
    let onExpiration: (@MainActor @Sendable () -> Void)?
  }

  private var open: [UInt64: Hold] = [:]
  private var lastNumber: UInt64 = 0
  /// How many expirations are under way, one inside the other. Meanwhile no hold can be taken.
  private var expirations = 0

  var isEmpty: Bool { open.isEmpty }

  /// The open holds, oldest first.
  var holds: [Hold] { open.values.sorted { $0.number < $1.number } }

  func isOpen(_ number: UInt64) -> Bool { open[number] != nil }

  /// Opens a hold and returns its number; `nil` while the open holds are expired, for a hold that is
  /// expired from the start.
  mutating func take(_ hold: Hold) -> UInt64? {
    guard expirations == 0 else { return nil }
    lastNumber += 1
    open[lastNumber] = hold
    open[lastNumber]?.number = lastNumber
    return lastNumber
  }

  /// Closes a hold, and returns it; `nil` if it is closed already.
  mutating func release(_ number: UInt64) -> Hold? { open.removeValue(forKey: number) }

  /// The time has run out: closes what is open and returns it, oldest first. Later holds count again
  /// after ``endExpiring()``.
  mutating func beginExpiring() -> [Hold] {
    defer { open = [:] }
    expirations += 1
    return holds
  }

  mutating func endExpiring() { expirations -= 1 }
}
