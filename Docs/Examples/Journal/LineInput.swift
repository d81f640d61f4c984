import Foundation
import LifecycleBus

/// The lines of standard input, read on a thread of their own: the main actor stays free while the
/// user thinks.
///
/// A terminal is read only while the journal is in the foreground. In the background a read would
/// take what is meant for another program, or stop this one.
final class LineInput: AppLifecycleListener {
  let lines: AsyncStream<String>
  private let gate = Gate()

  init() {
    lines = AsyncStream { [gate] continuation in
      Thread.detachNewThread {
        while gate.letsRead(), let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }

  func onAppWillEnterForeground() { gate.isOpen = true }
  func onAppDidEnterBackground() { gate.isOpen = false }

  /// Holds the reading thread back.
  private final class Gate: @unchecked Sendable {
    // Proof for @unchecked: the flag is read and written under `condition` only.
    private let condition = NSCondition()
    private var isUnlocked = true

    var isOpen: Bool {
      get { condition.withLock { isUnlocked } }
      set {
        condition.withLock {
          isUnlocked = newValue
          condition.broadcast()
        }
      }
    }

    /// Returns when there is a line to read and the journal is in front.
    func letsRead() -> Bool {
      guard isatty(0) == 1 else { return true }
      var standardInput = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      repeat {
        condition.withLock { while !isUnlocked { condition.wait() } }
        while poll(&standardInput, 1, -1) < 0 && errno == EINTR {}
      } while !isOpen
      return true
    }
  }
}
