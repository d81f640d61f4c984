public import Foundation

// Foundation has this method on Apple platforms only. It is compiled into the modules under test.

extension ProcessInfo {
  /// Calls the block on a new thread. The activity lasts until that call returns.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    Thread.detachNewThread { StandInActivities.shared.perform(reason, block) }
  }
}

/// The system side of expiring activities, each with a reason of its own. One whose reason is
/// "refused" gets no time.
public final class StandInActivities: @unchecked Sendable {
  // Proof for @unchecked: `running` is read and written under `lock` only.
  private let lock = NSLock()
  private var running: [String: @Sendable (Bool) -> Void] = [:]

  public static let shared = StandInActivities()

  public func isRunning(_ reason: String) -> Bool { lock.withLock { running[reason] != nil } }

  /// Waits until the activity runs, or until it has ended.
  public func wait(for reason: String, toRun: Bool = true) async {
    while isRunning(reason) != toRun {
      await Task.yield()
    }
  }

  /// Ends the granted time: calls the block a second time, concurrently with the first call. Returns
  /// what holds when that call returns, on its thread.
  public func expire(_ reason: String, _ holds: @escaping @Sendable () -> Bool) async -> Bool {
    let block = lock.withLock { running[reason] }
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        block?(true)
        continuation.resume(returning: holds())
      }
    }
  }

  fileprivate func perform(_ reason: String, _ block: @escaping @Sendable (Bool) -> Void) {
    if reason == "refused" { return block(true) }
    lock.withLock { running[reason] = block }
    block(false)
    lock.withLock { running[reason] = nil }
  }
}
