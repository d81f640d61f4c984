import Foundation

/// A clock that stops until a test advances it.
package final class ManualClock: Clock, @unchecked Sendable {
  // Proof for @unchecked: all mutable fields are read and written under `lock` only.
  private let lock = NSLock()
  private var time = Instant(offset: .zero)
  private var sleepers: [Sleeper] = []
  private var nextNumber = 0

  package struct Instant: InstantProtocol {
    package var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Bool, Never>
  }

  package init() {}

  package var now: Instant { lock.withLock { time } }
  package var minimumResolution: Duration { .nanoseconds(1) }

  /// How many tasks sleep.
  package var sleeperCount: Int { lock.withLock { sleepers.count } }

  /// Advances the time and wakes the sleepers that are due, earliest first.
  package func advance(by duration: Duration) {
    let woken = lock.withLock {
      time = time.advanced(by: duration)
      let due = sleepers.filter { $0.deadline <= time }.sorted { $0.deadline < $1.deadline }
      sleepers.removeAll { $0.deadline <= time }
      return due
    }

    for sleeper in woken {
      sleeper.continuation.resume(returning: true)
    }
  }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = nextSleeper()
    let isTime = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(Sleeper(number: number, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(number)
    }

    if !isTime { throw CancellationError() }
  }

  private func nextSleeper() -> Int {
    lock.withLock {
      nextNumber += 1
      return nextNumber
    }
  }

  /// Wakes the sleeper at once if there is nothing to wait for.
  private func add(_ sleeper: Sleeper) {
    let answer: Bool? = lock.withLock {
      if Task.isCancelled { return false }
      if sleeper.deadline <= time { return true }
      sleepers.append(sleeper)
      return nil
    }

    if let answer {
      sleeper.continuation.resume(returning: answer)
    }
  }

  private func cancel(_ number: Int) {
    let woken = lock.withLock {
      sleepers.firstIndex { $0.number == number }.map { sleepers.remove(at: $0) }
    }
    woken?.continuation.resume(returning: false)
  }

  /// Waits until a task sleeps.
  package func waitForSleepers() async {
    while sleeperCount == 0 {
      await Task.yield()
    }
  }
}
