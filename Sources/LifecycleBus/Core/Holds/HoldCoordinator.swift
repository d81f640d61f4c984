/// Keeps a mediator's holds, and wakes the callers that wait for them.
package final class HoldCoordinator: Sendable {
  private struct Hold {
    let reason: String
    let onExpiration: (@MainActor @Sendable () -> Void)?
  }

  private struct Shared {
    var open: [UInt64: Hold] = [:]
    /// Numbers holds and waits alike.
    var lastNumber: UInt64 = 0
    /// How many expirations are under way, because `onExpiration` may start another one. Meanwhile
    /// no hold can be taken.
    var expirations = 0
    var waits: [UInt64: CheckedContinuation<[String], Never>] = [:]

    /// Oldest first.
    var holds: [Hold] { open.sorted { $0.key < $1.key }.map(\.value) }

    mutating func takeWaits() -> [CheckedContinuation<[String], Never>] {
      defer { waits = [:] }
      return Array(waits.values)
    }
  }

  /// No caller's code runs under the lock.
  private let shared = Locked(Shared())
  @MainActor let assertion = HoldAssertion()
  @MainActor var reportExpired: ([String]) -> Void = { _ in }
  @MainActor private var isClosed = false

  nonisolated init() {}

  /// Oldest first.
  package var reasons: [String] { shared.withLock { $0.holds.map(\.reason) } }

  func isOpen(_ number: UInt64) -> Bool { shared.withLock { $0.open[number] != nil } }

  @MainActor
  func hold(
    _ reason: String, onExpiration: (@MainActor @Sendable () -> Void)?
  ) -> AppLifecycleHold {
    let number: UInt64? = shared.withLock { shared in
      guard shared.expirations == 0 else { return nil }
      shared.lastNumber += 1
      shared.open[shared.lastNumber] = Hold(reason: reason, onExpiration: onExpiration)
      return shared.lastNumber
    }
    updateAssertion()
    return AppLifecycleHold(number, of: self)
  }

  /// The last release ends the waits.
  func release(_ number: UInt64) {
    // The closure is released outside the lock, because a `deinit` that this starts may take or
    // release a hold.
    let (hold, woken) = shared.withLock { shared in
      let hold = shared.open.removeValue(forKey: number)
      return (hold, hold != nil && shared.open.isEmpty ? shared.takeWaits() : nil)
    }
    if let woken {
      for wait in woken { wait.resume(returning: []) }
      MainActorContext.later { self.updateAssertion() }
    }
    withExtendedLifetime(hold) {}
  }

  /// The app is back, so nobody needs to wait. A launch doesn't say so, because it may have been
  /// added on the way down.
  @MainActor
  func noteForeground() {
    for wait in shared.withLock({ $0.takeWaits() }) { wait.resume(returning: []) }
  }

  /// The mediator was released, but open holds still count.
  @MainActor
  func close() {
    isClosed = true
    reportExpired = { _ in }
    updateAssertion()
  }

  // MARK: Waiting

  /// See ``AppLifecycleMediator/waitForHolds(upTo:clock:)``.
  @MainActor
  func wait(upTo budget: Duration, clock: (any Clock<Duration>)?) async -> [String] {
    let sleep = RunningTime.sleeper(for: budget, on: clock)
    var timer: Task<Void, any Error>?
    let expired = await withCheckedContinuation { continuation in
      guard let number = register(continuation) else { return continuation.resume(returning: []) }
      timer = Task { @MainActor in
        try await sleep()
        if self.shared.withLock({ $0.waits[number] != nil }) { self.expire() }
      }
    }
    timer?.cancel()
    return expired
  }

  /// `nil` if no hold is open.
  private func register(_ continuation: CheckedContinuation<[String], Never>) -> UInt64? {
    shared.withLock { shared in
      guard !shared.open.isEmpty else { return nil }
      shared.lastNumber += 1
      shared.waits[shared.lastNumber] = continuation
      return shared.lastNumber
    }
  }

  /// The callers of `wait` continue last, because they may end the process.
  @MainActor
  package func expire() {
    let (expired, woken) = shared.withLock { shared in
      defer { shared.open = [:] }
      shared.expirations += 1
      return (shared.holds, shared.takeWaits())
    }
    for hold in expired { hold.onExpiration?() }
    let reasons = expired.map(\.reason)
    if !reasons.isEmpty { reportExpired(reasons) }
    updateAssertion()
    shared.withLock { $0.expirations -= 1 }
    for wait in woken { wait.resume(returning: reasons) }
    withExtendedLifetime(expired) {}
  }

  @MainActor
  func updateAssertion() {
    let isNeeded = shared.withLock { !$0.open.isEmpty }
    assertion.update(
      isNeeded: isNeeded, reason: { shared.withLock { $0.holds.first?.reason } }
    ) { [weak self] in self?.expire() }
    if !isNeeded, isClosed { assertion.use(nil) }
  }
}
