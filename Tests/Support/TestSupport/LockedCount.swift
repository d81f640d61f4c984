import Foundation

/// A number that threads count up and down.
package final class LockedCount: @unchecked Sendable {
  // Proof for @unchecked: the number is read and written under the lock only.
  private let lock = NSLock()
  private var number: Int

  package init(_ number: Int) { self.number = number }

  package var value: Int { lock.withLock { number } }

  package func increment() { lock.withLock { number += 1 } }

  /// Counts down by one and returns the rest.
  @discardableResult
  package func decrement() -> Int {
    lock.withLock {
      number -= 1
      return number
    }
  }
}

/// A flag that is false until it is set once.
package final class LockedFlag: @unchecked Sendable {
  // Proof for @unchecked: the flag is read and written under the lock only.
  private let lock = NSLock()
  private var isSet = false

  package init() {}

  package var value: Bool { lock.withLock { isSet } }

  package func set() { lock.withLock { isSet = true } }
}
