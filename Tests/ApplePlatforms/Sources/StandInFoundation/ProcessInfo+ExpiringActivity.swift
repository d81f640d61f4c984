public import Foundation

// Foundation has this method on Apple platforms only. It is compiled into the modules under test.

extension ProcessInfo {
  /// Calls the block on a new thread. The activity lasts until that call returns.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    StandInActivities.shared.perform(reason, block)
  }
}

/// The system side of expiring activities: grants time and ends it.
public final class StandInActivities: @unchecked Sendable {
  // Proof for @unchecked: all fields are read and written under `lock` only.
  private let lock = NSLock()
  private var running: [Int: (reason: String, block: @Sendable (Bool) -> Void)] = [:]
  private var count = 0
  private var isRefusing = false
  private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  public static let shared = StandInActivities()

  /// The reasons of the activities whose block has not returned.
  public var reasons: [String] { lock.withLock { running.values.map(\.reason).sorted() } }

  /// Whether the system grants no time.
  public var refuses: Bool {
    get { lock.withLock { isRefusing } }
    set { lock.withLock { isRefusing = newValue } }
  }

  /// Waits until this number of blocks runs.
  public func wait(forCount count: Int) async {
    await withCheckedContinuation { continuation in
      lock.withLock { waiters.append((count, continuation)) }
      resumeWaiters()
    }
  }

  /// Ends the granted time: calls each block a second time, concurrently with the first call, and
  /// waits until the second call returns. Returns what holds at that moment, on the thread of the
  /// call.
  @discardableResult
  public func expire(_ holds: @escaping @Sendable () -> Bool = { true }) async -> Bool {
    let blocks = lock.withLock { running.values.map(\.block) }
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        for block in blocks { block(true) }
        continuation.resume(returning: holds())
      }
    }
  }

  fileprivate func perform(_ reason: String, _ block: @escaping @Sendable (Bool) -> Void) {
    let number = lock.withLock {
      count += 1
      if !isRefusing { running[count] = (reason, block) }
      return isRefusing ? nil : count
    }
    Thread.detachNewThread {
      guard let number else { return block(true) }
      self.resumeWaiters()
      block(false)
      self.lock.withLock { self.running[number] = nil }
      self.resumeWaiters()
    }
  }

  private func resumeWaiters() {
    let resumed = lock.withLock {
      let due = waiters.filter { $0.count == running.count }
      waiters.removeAll { $0.count == running.count }
      return due
    }
    for waiter in resumed { waiter.continuation.resume() }
  }
}
