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
      let all = Array(waits.values)
      waits = [:]
      return all
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
    var released: Hold?
    var waits: [CheckedContinuation<[String], Never>] = []
    var wasLast = false
    shared.withLock { shared in
      released = shared.open.removeValue(forKey: number)
      guard released != nil, shared.open.isEmpty else { return }

      wasLast = true
      waits = shared.takeWaits()
    }

    for wait in waits {
      wait.resume(returning: [])
    }
    if wasLast {
      MainActorContext.later { self.updateAssertion() }
    }
    // Outside the lock, because a `deinit` that this starts may take or release a hold.
    withExtendedLifetime(released) {}
  }

  /// The app is back, so nobody needs to wait. A launch doesn't say so, because it may have been
  /// added on the way down.
  @MainActor
  func noteForeground() {
    let waits = shared.withLock { $0.takeWaits() }
    for wait in waits {
      wait.resume(returning: [])
    }
  }

  /// The mediator was released, but open holds still count.
  @MainActor
  func close() {
    isClosed = true
    reportExpired = { _ in }
    updateAssertion()
  }

  // MARK: Waiting

  /// Waits until no hold is open, or the budget has run out. Returns the reasons of those that have
  /// expired.
  @MainActor
  func wait(upTo budget: Duration, clock: (any Clock<Duration>)?) async -> [String] {
    let sleep = RunningTime.sleeper(for: budget, on: clock)

    var timer: Task<Void, any Error>?
    let expired = await withCheckedContinuation { continuation in
      guard let number = register(continuation) else {
        continuation.resume(returning: [])
        return
      }

      timer = Task { @MainActor in
        try await sleep()
        let isWaiting = self.shared.withLock { $0.waits[number] != nil }
        if isWaiting {
          self.expire()
        }
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
    var expired: [Hold] = []
    var waits: [CheckedContinuation<[String], Never>] = []
    shared.withLock { shared in
      expired = shared.holds
      waits = shared.takeWaits()
      shared.open = [:]
      shared.expirations += 1
    }

    for hold in expired {
      hold.onExpiration?()
    }
    let reasons = expired.map(\.reason)
    if !reasons.isEmpty {
      reportExpired(reasons)
    }
    updateAssertion()

    shared.withLock { $0.expirations -= 1 }
    for wait in waits {
      wait.resume(returning: reasons)
    }
    withExtendedLifetime(expired) {}
  }

  @MainActor
  func updateAssertion() {
    let isNeeded = shared.withLock { !$0.open.isEmpty }
    assertion.update(
      isNeeded: isNeeded,
      reason: { shared.withLock { $0.holds.first?.reason } },
      onExpiration: { [weak self] in self?.expire() })

    if !isNeeded, isClosed {
      assertion.use(nil)
    }
  }
}
