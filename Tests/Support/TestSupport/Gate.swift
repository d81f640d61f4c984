import Foundation

/// A gate that a test waits for until it is opened, from any thread. Once open it stays open.
package final class Gate: @unchecked Sendable {
  // Proof for @unchecked: both fields are read and written under the lock only.
  private let lock = NSLock()
  private var isUnlocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init() {}

  /// Whether the gate is open.
  package var isOpen: Bool { lock.withLock { isUnlocked } }

  /// Opens the gate for every task that waits or will wait.
  package func open() {
    let woken = lock.withLock {
      defer { waiting = [] }
      isUnlocked = true
      return waiting
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until the gate is open. Cancellation does not open it.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = lock.withLock {
        if !isUnlocked { waiting.append(continuation) }
        return isUnlocked
      }
      if isOpen { continuation.resume() }
    }
  }
}
