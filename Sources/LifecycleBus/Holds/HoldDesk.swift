import Foundation

/// Keeps a mediator's holds, wakes those who wait for them, and drives the system's own assertion.
final class HoldDesk: @unchecked Sendable {
  // Proof for @unchecked: all mutable fields are read and written under `lock` only, and nothing foreign is called there.
  private let lock = NSLock()
  private var ledger = HoldLedger()
  private var expirations: [UInt64: @MainActor @Sendable () -> Void] = [:]
  private var waiters: [Waiter] = []

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
    let woken: [Waiter] = lock.withLock {
      expirations[number] = nil
      return ledger.release(number) ? takeWaiters() : []
    }
    for waiter in woken { waiter.resume(returning: []) }
  }

  /// The app is on its way up again: whoever still waits for the way down need not.
  func reopen() {
    let woken = lock.withLock {
      ledger.reopen()
      return takeWaiters()
    }
    for waiter in woken { waiter.resume(returning: []) }
  }

  /// Waits until nothing is open, or until the budget runs out; then returns the reasons of what still was.
  ///
  /// Several may wait at once. The one whose budget is the shortest ends the wait for all.
  func wait(upTo budget: Duration, clock: any Clock<Duration>) async -> [String] {
    lock.withLock { ledger.beginEnding() }
    let timer = Task {
      try await clock.sleep(for: budget)
      for expire in self.runOut() { await expire() }
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      let mustWait = lock.withLock {
        if ledger.phase == .ending { waiters.append(continuation) }
        return ledger.phase == .ending
      }
      if !mustWait { continuation.resume(returning: []) }
    }
  }

  /// Ends the wait: closes what is open, wakes those who wait, and returns what the owners want to be told by.
  func runOut() -> [@MainActor @Sendable () -> Void] {
    lock.lock()
    guard ledger.phase == .ending else {
      lock.unlock()
      return []
    }
    let reasons = ledger.runOut()
    let told = expirations.sorted { $0.key < $1.key }.map(\.value)
    expirations = [:]
    let woken = takeWaiters()
    lock.unlock()
    for waiter in woken { waiter.resume(returning: reasons) }
    return told
  }

  private func takeWaiters() -> [Waiter] {
    defer { waiters = [] }
    return waiters
  }

  private typealias Waiter = CheckedContinuation<[String], Never>
}
