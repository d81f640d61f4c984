/// Which holds are open, and whether a new one counts: a pure value, independent of threads and
/// clocks.
struct HoldState {
  /// The phase of the way down, as far as holds are concerned.
  enum Phase: Equatable {
    /// Nothing waits for the holds.
    case up
    /// A caller waits until the holds are released.
    case ending
    /// The wait is over; the process is about to be suspended or to end.
    case over
  }

  private(set) var phase = Phase.up
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

  /// Opens a hold and returns its number; `nil` once the wait is over, for a hold that is expired
  /// from the start.
  mutating func take(_ reason: String) -> UInt64? {
    guard phase != .over, !isExpiring else { return nil }
    lastNumber += 1
    open[lastNumber] = reason
    return lastNumber
  }

  /// Closes a hold. Returns whether it was the last one; closing it again, or after the wait,
  /// returns false.
  mutating func release(_ number: UInt64) -> Bool {
    guard open.removeValue(forKey: number) != nil, open.isEmpty else { return false }
    if phase == .ending { phase = .over }
    return true
  }

  /// The wait begins. With nothing open it is over at once.
  mutating func beginEnding() {
    phase = open.isEmpty ? .over : .ending
  }

  /// The time has run out: closes what is open and returns the reasons. Ends the wait, if a caller
  /// waits; otherwise later holds count, because the system gives time anew for each wake.
  mutating func beginExpiring() -> [String] {
    let expired = reasons
    open = [:]
    isExpiring = true
    if phase == .ending { phase = .over }
    return expired
  }

  mutating func endExpiring() { isExpiring = false }

  /// The app is on the way up again: holds count as before.
  mutating func reopen() { phase = .up }

  /// The process is about to end. An earlier wait, on the way to the background, does not count.
  mutating func reopenForTheEnd() {
    if phase == .over { phase = .up }
  }
}
