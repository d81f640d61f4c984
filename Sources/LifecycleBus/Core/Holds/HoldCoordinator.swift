package final class HoldCoordinator: Sendable {
  private struct Hold {
    let number: UInt64
    let reason: String
    let onExpiration: (@MainActor @Sendable () -> Void)?
  }

  private struct Wait {
    let number: UInt64
    let continuation: CheckedContinuation<[String], Never>
  }

  private struct Shared {
    /// Oldest first.
    var open: [Hold] = []
    var lastNumber: UInt64 = 0
    var waits: [Wait] = []
    /// The last hold was released, and the waits end in the next turn of the main actor.
    var isSettling = false
    /// How many are under way. An `onExpiration` may start another one.
    var expirations = 0
    /// Expired, but not released yet.
    var expired: [UInt64] = []

    var isIdle: Bool { open.isEmpty && !isSettling }

    mutating func nextNumber() -> UInt64 {
      lastNumber += 1
      return lastNumber
    }

    mutating func takeWaits() -> [Wait] {
      let all = waits
      waits = []
      return all
    }
  }

  private struct Observer {
    weak var owner: AnyObject?
    let action: @MainActor (_ isExpired: Bool) -> Void
  }

  /// After an expiry, cancelled work has so many turns of the main actor to clean up, and then so
  /// much time.
  private static let graceTurns = 20
  private static let grace = Duration.milliseconds(50)

  /// No caller's code runs under the lock.
  private let shared = Locked(Shared())
  @MainActor let assertion = HoldAssertion()
  /// The process ends after the holds, and isn't only suspended.
  @MainActor package var isForEnd = false
  @MainActor var reportExpired: ([String]) -> Void = { _ in }
  @MainActor private var observers: [Observer] = []
  @MainActor private var isClosed = false

  nonisolated init() {}

  // MARK: Holds

  /// Oldest first.
  package var reasons: [String] { shared.withLock { $0.open.map(\.reason) } }

  package var isIdle: Bool { shared.withLock { $0.isIdle } }

  func isOpen(_ number: UInt64) -> Bool {
    shared.withLock { shared in shared.open.contains { $0.number == number } }
  }

  @MainActor
  func hold(
    _ reason: String, onExpiration: (@MainActor @Sendable () -> Void)?
  ) -> AppLifecycleHold {
    let number: UInt64? = shared.withLock { shared in
      guard shared.expirations == 0 else { return nil }

      let number = shared.nextNumber()
      shared.open.append(Hold(number: number, reason: reason, onExpiration: onExpiration))
      return number
    }

    updateAssertion()
    return AppLifecycleHold(number, of: self)
  }

  func release(_ number: UInt64) {
    var released: Hold?
    var isLast = false
    shared.withLock { shared in
      shared.expired.removeAll { $0 == number }
      guard let place = shared.open.firstIndex(where: { $0.number == number }) else { return }

      released = shared.open.remove(at: place)
      guard shared.isIdle else { return }

      isLast = true
      shared.isSettling = true
    }

    if isLast {
      MainActorContext.later { self.settle() }
    }
    // Outside the lock, because a `deinit` that this starts may take or release a hold.
    withExtendedLifetime(released) {}
  }

  /// If nobody has taken another hold since the last release, or does so now, the waits end.
  @MainActor
  private func settle() {
    let isDone = shared.withLock { shared in
      shared.isSettling = false
      return shared.isIdle
    }
    if isDone {
      tellObservers(isExpired: false)
    }

    end(shared.withLock { $0.isIdle ? $0.takeWaits() : [] })
    updateAssertion()
  }

  @MainActor
  func noteForeground() {
    end(shared.withLock { $0.takeWaits() })
  }

  private func end(_ waits: [Wait], expired reasons: [String] = []) {
    for wait in waits {
      wait.continuation.resume(returning: reasons)
    }
  }

  /// The mediator was released, but open holds still count.
  @MainActor
  func close() {
    isClosed = true
    reportExpired = { _ in }
    observers = []
    updateAssertion()
  }

  // MARK: Observing

  /// Calls a closure each time no hold is open anymore, before a wait ends.
  ///
  /// If it takes a hold, the wait goes on, unless the holds have expired. It must not keep its
  /// owner, which has one closure.
  @MainActor
  package func observe(
    _ owner: AnyObject, whenIdle action: @escaping @MainActor (_ isExpired: Bool) -> Void
  ) {
    observers.removeAll { $0.owner == nil || $0.owner === owner }
    observers.append(Observer(owner: owner, action: action))
  }

  @MainActor
  private func tellObservers(isExpired: Bool) {
    for observer in observers where observer.owner != nil {
      observer.action(isExpired)
    }
  }

  // MARK: Waiting

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
        let isWaiting = self.shared.withLock { shared in
          shared.waits.contains { $0.number == number }
        }
        if isWaiting {
          self.expire()
        }
      }
    }
    timer?.cancel()
    return expired
  }

  private func register(_ continuation: CheckedContinuation<[String], Never>) -> UInt64? {
    shared.withLock { shared in
      guard !shared.isIdle else { return nil }

      let number = shared.nextNumber()
      shared.waits.append(Wait(number: number, continuation: continuation))
      return number
    }
  }

  // MARK: Expiring

  /// The callers of `wait` continue last, because they may end the process.
  @MainActor
  package func expire() {
    var expired: [Hold] = []
    var waits: [Wait] = []
    shared.withLock { shared in
      expired = shared.open
      waits = shared.takeWaits()
      if !waits.isEmpty {
        shared.expired += shared.open.map(\.number)
      }
      shared.open = []
      shared.expirations += 1
    }

    for hold in expired {
      hold.onExpiration?()
    }
    let reasons = unique(expired.map(\.reason))
    if !reasons.isEmpty {
      reportExpired(reasons)
      tellObservers(isExpired: true)
    }
    updateAssertion()

    if waits.isEmpty {
      shared.withLock { $0.expirations -= 1 }
    } else {
      Task {
        await waitForReleases()
        shared.withLock { $0.expirations -= 1 }
        end(waits, expired: reasons)
      }
    }
    withExtendedLifetime(expired) {}
  }

  @MainActor
  private func waitForReleases() async {
    let end = ContinuousClock.now + Self.grace

    for _ in 0..<Self.graceTurns where hasExpiredHolds {
      await Task.yield()
    }
    while hasExpiredHolds, .now < end {
      try? await Task.sleep(for: .milliseconds(1))
    }
    shared.withLock { $0.expired = [] }
  }

  private var hasExpiredHolds: Bool { shared.withLock { !$0.expired.isEmpty } }

  @MainActor
  func updateAssertion() {
    let reason = shared.withLock { $0.open.first?.reason }
    assertion.update(reason) { [weak self] in self?.expire() }

    if reason == nil, isClosed {
      assertion.use(nil)
    }
  }
}

private func unique(_ reasons: [String]) -> [String] {
  var known: Set<String> = []
  return reasons.filter { known.insert($0).inserted }
}
