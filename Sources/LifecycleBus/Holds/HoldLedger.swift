/// Which holds are open, and whether a hold still counts: a pure value that knows neither threads
/// nor clocks.
struct HoldLedger {
  /// Where the way down stands, as far as holds are concerned.
  enum Phase: Equatable {
    /// Nobody waits for the holds.
    case up
    /// Somebody waits until the holds are released.
    case ending
    /// The wait is over; the process is about to be suspended or to end.
    case over
  }

  private(set) var phase = Phase.up
  private var open: [(number: UInt64, reason: String)] = []
  private var nextNumber: UInt64 = 0

  /// The reasons of the open holds, oldest first.
  var reasons: [String] { open.map(\.reason) }

  var isEmpty: Bool { open.isEmpty }

  /// Opens a hold and returns its number; `nil` once the wait is over, for a hold that is born
  /// expired.
  mutating func take(_ reason: String) -> UInt64? {
    guard phase != .over else { return nil }
    nextNumber += 1
    open.append((nextNumber, reason))
    return nextNumber
  }

  /// Closes a hold. Says whether it was the last one; closing it again, or after the wait, says no.
  mutating func release(_ number: UInt64) -> Bool {
    guard let index = open.firstIndex(where: { $0.number == number }) else { return false }
    open.remove(at: index)
    guard open.isEmpty else { return false }
    if phase == .ending { phase = .over }
    return true
  }

  /// The wait begins. With nothing open it is over at once.
  mutating func beginEnding() {
    phase = open.isEmpty ? .over : .ending
  }

  /// The budget has run out: closes what is open and returns the reasons.
  mutating func runOut() -> [String] {
    defer { open = [] }
    phase = .over
    return reasons
  }

  /// The app is on its way up again: holds count as before.
  mutating func reopen() { phase = .up }

  /// The process is about to end. If it waited before, on its way to the background, that was
  /// another wait.
  mutating func reopenForTheEnd() {
    if phase == .over { phase = .up }
  }

  func isOpen(_ number: UInt64) -> Bool { open.contains { $0.number == number } }
}
