/// The messages that the service manager has not taken yet, oldest first: a pure value.
///
/// A message that only repeats what an older one says with a newer value takes its place, so the
/// queue stays short however long the receiver's own queue is full.
struct NotifyQueue {
  private(set) var messages: [[String]] = []

  /// The keys of which only the last value counts.
  private static let replaceable: Set<Substring> = ["STATUS", "WATCHDOG", "EXTEND_TIMEOUT_USEC"]

  var first: [String]? { messages.first }

  /// Adds a message of these assignments, such as `READY=1`.
  mutating func add(_ assignments: [String]) {
    let keys = Set(assignments.compactMap { $0.split(separator: "=").first })
    if keys.isSubset(of: Self.replaceable) {
      messages.removeAll { Set($0.compactMap { $0.split(separator: "=").first }) == keys }
    }
    messages.append(assignments)
  }

  mutating func removeFirst() { messages.removeFirst() }
}
