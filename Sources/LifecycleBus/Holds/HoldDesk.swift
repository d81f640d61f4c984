import Foundation

/// Keeps a mediator's holds, wakes those who wait for them, and holds the system's own assertion
/// meanwhile.
final class HoldDesk: @unchecked Sendable {
  // Proof for @unchecked: the fields below are read and written under `lock` only, and nothing
  // foreign is called there. The rest belongs to the main actor.
  private let lock = NSLock()
  private var ledger = HoldLedger()
  private var expirations: [UInt64: @MainActor @Sendable () -> Void] = [:]
  private var waiters: [UInt64: Waiter] = [:]
  private var nextWaiter: UInt64 = 0

  private typealias Waiter = CheckedContinuation<[String], Never>

  /// The system's own assertion, held while any hold is open.
  @MainActor let assertion = HoldAssertion()
  /// Told once of the reasons of the holds that expired together.
  @MainActor var onExpired: (([String]) -> Void)?

  /// Whether the ledger may be anywhere but up. Every event on the way up asks, so the answer takes
  /// no lock.
  @MainActor private var hasWaited = false

  @MainActor
  init() {}

  /// The reasons of the open holds, oldest first.
  var reasons: [String] { lock.withLock { ledger.reasons } }

  func isOpen(_ number: UInt64) -> Bool { lock.withLock { ledger.isOpen(number) } }

  /// Opens a hold; `nil` once the wait is over.
  func take(_ reason: String, onExpiration: (@MainActor @Sendable () -> Void)?) -> UInt64? {
    lock.withLock {
      let number = ledger.take(reason)
      if let number { expirations[number] = onExpiration }
      return number
    }
  }

  /// Closes a hold, and ends the wait if it was the last.
  func release(_ number: UInt64) {
    // What the closure of the hold refers to is let go of outside the lock: its end may take or
    // release a hold.
    let (woken, wasLast, closure) = lock.withLock {
      let closure = expirations.removeValue(forKey: number)
      let wasLast = ledger.release(number)
      return (wasLast ? takeWaiters() : [], wasLast, closure)
    }
    for waiter in woken { waiter.resume(returning: []) }
    if wasLast { MainActorCheck.later { self.updateAssertion() } }
    withExtendedLifetime(closure) {}
  }

  /// The app is on its way up again: whoever still waits for the way down need not.
  @MainActor
  func reopen() {
    guard hasWaited else { return }
    hasWaited = false
    let woken = lock.withLock {
      ledger.reopen()
      return takeWaiters()
    }
    for waiter in woken { waiter.resume(returning: []) }
  }

  /// The process is about to end: holds count once more, where the wait of an earlier way down is
  /// over.
  func reopenForTheEnd() { lock.withLock { ledger.reopenForTheEnd() } }

  /// Waits until nothing is open, or until the budget runs out; then returns the reasons of what
  /// still was.
  ///
  /// Several may wait at once. The one whose budget is the shortest ends the wait for all.
  @MainActor
  func wait(upTo budget: Duration, clock: any Clock<Duration>) async -> [String] {
    var timer: Task<Void, any Error>?
    let expired = await withCheckedContinuation { (continuation: Waiter) in
      guard let number = register(continuation) else { return continuation.resume(returning: []) }
      timer = Task { @MainActor in
        try await clock.sleep(for: budget)
        if self.isWaiting(number) { self.expire() }
      }
    }
    timer?.cancel()
    return expired
  }

  /// Ends the wait, or does without one: closes what is open, tells the owners, ends the assertion,
  /// and only then wakes those who wait, because they may end the process.
  @MainActor
  func expire() {
    hasWaited = true
    let (reasons, told, woken) = lock.withLock {
      let told = expirations.sorted { $0.key < $1.key }.map(\.value)
      expirations = [:]
      return (ledger.runOut(), told, takeWaiters())
    }
    for tell in told { tell() }
    if !reasons.isEmpty { onExpired?(reasons) }
    updateAssertion()
    for waiter in woken { waiter.resume(returning: reasons) }
  }

  /// Begins or ends the system's assertion, as the open holds demand.
  @MainActor
  func updateAssertion() {
    assertion.update(reason: reasons.first) { [weak self] in self?.expire() }
  }

  /// Begins the wait; `nil` if nothing is open.
  @MainActor
  private func register(_ waiter: Waiter) -> UInt64? {
    hasWaited = true
    return lock.withLock {
      ledger.beginEnding()
      guard ledger.phase == .ending else { return nil }
      nextWaiter += 1
      waiters[nextWaiter] = waiter
      return nextWaiter
    }
  }

  private func isWaiting(_ number: UInt64) -> Bool { lock.withLock { waiters[number] != nil } }

  private func takeWaiters() -> [Waiter] {
    defer { waiters = [:] }
    return Array(waiters.values)
  }
}
