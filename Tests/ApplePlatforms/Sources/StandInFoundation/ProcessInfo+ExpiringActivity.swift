public import Foundation

// Foundation has this method on Apple platforms only. It is compiled into the modules under test,
// beside our sources.

extension ProcessInfo {
  /// Calls the block on a thread of its own, and is in time for as long as that call lasts.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    StandInActivities.shared.perform(reason, block)
  }
}

/// Plays the system that gives an app time, and takes it back.
public final class StandInActivities: @unchecked Sendable {
  // Proof for @unchecked: all fields are read and written under `lock` only.
  private let lock = NSLock()
  private var running: [Int: (reason: String, block: @Sendable (Bool) -> Void)] = [:]
  private var count = 0
  private var isRefusing = false
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  public static let shared = StandInActivities()

  /// The reasons of the activities whose block has not returned.
  public var reasons: [String] { lock.withLock { running.values.map(\.reason).sorted() } }

  /// Whether the system has no time to give.
  public var refuses: Bool {
    get { lock.withLock { isRefusing } }
    set { lock.withLock { isRefusing = newValue } }
  }

  /// Waits until so many blocks run.
  public func wait(forCount count: Int) async {
    await withCheckedContinuation { continuation in
      lock.withLock { watchers.append((count, continuation)) }
      tellWatchers()
    }
  }

  /// The time is up: calls each block a second time, beside the first call, and waits until that
  /// returns.
  public func expire() async {
    let blocks = lock.withLock { running.values.map(\.block) }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        for block in blocks { block(true) }
        continuation.resume()
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
      self.tellWatchers()
      block(false)
      self.lock.withLock { self.running[number] = nil }
      self.tellWatchers()
    }
  }

  private func tellWatchers() {
    let woken = lock.withLock {
      let due = watchers.filter { $0.count == running.count }
      watchers.removeAll { $0.count == running.count }
      return due
    }
    for watcher in woken { watcher.continuation.resume() }
  }
}
