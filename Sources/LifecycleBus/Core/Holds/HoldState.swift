/// Which holds are open, as a pure value.
struct HoldState {
  struct Hold {
    fileprivate(set) var number: UInt64 = 0
    let reason: String
    let onExpiration: (@MainActor @Sendable () -> Void)?
  }

  private var open: [UInt64: Hold] = [:]
  private var lastNumber: UInt64 = 0
  /// How many expirations are under way, nested. Meanwhile no hold can be taken.
  private var expirations = 0

  var isEmpty: Bool { open.isEmpty }

  /// Oldest first.
  var holds: [Hold] { open.values.sorted { $0.number < $1.number } }

  func isOpen(_ number: UInt64) -> Bool { open[number] != nil }

  /// Returns the hold's number; `nil` while the open holds expire.
  mutating func take(_ hold: Hold) -> UInt64? {
    guard expirations == 0 else { return nil }
    lastNumber += 1
    open[lastNumber] = hold
    open[lastNumber]?.number = lastNumber
    return lastNumber
  }

  /// `nil` if the hold is closed already.
  mutating func release(_ number: UInt64) -> Hold? { open.removeValue(forKey: number) }

  /// Returns what was open, oldest first. Later holds count after `endExpiring()`.
  mutating func beginExpiring() -> [Hold] {
    defer { open = [:] }
    expirations += 1
    return holds
  }

  mutating func endExpiring() { expirations -= 1 }
}
