/// Keeps a mediator's holds, and wakes the callers that wait for them.
final class HoldCoordinator: Sendable {
  /// No closure of a caller is called under the lock.
  private let shared = Locked(Shared())

  private struct Shared {
    var state = HoldState()
    var waiters: [Waiter] = []
    var lastWaiter: UInt64 = 0
    var appState = AppLifecycleState.notRunning
    var isUpdateScheduled = false

    mutating func takeWaiters() -> [Waiter] {
      defer { waiters = [] }
      return waiters
    }
  }

  private struct Waiter {
    let number: UInt64
    let continuation: CheckedContinuation<[String], Never>
  }

  @MainActor let assertion = HoldAssertion()
  private let reportExpired: @MainActor @Sendable ([String]) -> Void
  @MainActor private var isClosed = false

  init(reportExpired: @escaping @MainActor @Sendable ([String]) -> Void) {
    self.reportExpired = reportExpired
  }

  /// For any thread.
  var appState: AppLifecycleState {
    get { shared.withLock { $0.appState } }
    set { shared.withLock { $0.appState = newValue } }
  }

  /// Oldest first.
  var reasons: [String] { shared.withLock { $0.state.holds.map(\.reason) } }

  func isOpen(_ number: UInt64) -> Bool { shared.withLock { $0.state.isOpen(number) } }

  /// `nil` while the open holds expire.
  func take(_ reason: String, onExpiration: (@MainActor @Sendable () -> Void)?) -> UInt64? {
    shared.withLock { $0.state.take(HoldState.Hold(reason: reason, onExpiration: onExpiration)) }
  }

  /// Ends the waits after the last hold.
  func release(_ number: UInt64) {
    // The closure is released outside the lock, because a `deinit` that this starts may take or
    // release a hold.
    let (hold, woken, mustSchedule) = shared.withLock { shared in
      let hold = shared.state.release(number)
      guard hold != nil, shared.state.isEmpty else { return (hold, [Waiter](), false) }
      // One update is enough for all releases until the main actor runs it.
      let mustSchedule = !shared.isUpdateScheduled
      shared.isUpdateScheduled = true
      return (hold, shared.takeWaiters(), mustSchedule)
    }
    for waiter in woken { waiter.continuation.resume(returning: []) }
    if mustSchedule {
      MainActorContext.later {
        self.shared.withLock { $0.isUpdateScheduled = false }
        self.updateAssertion()
      }
    }
    withExtendedLifetime(hold) {}
  }

  /// If the app comes back, the waits end and the holds stay open.
  @MainActor
  func willDeliver(_ event: AppLifecycleEvent, leadingTo state: AppLifecycleState) {
    let woken = shared.withLock { shared in
      shared.appState = state
      return event.direction == .up ? shared.takeWaiters() : []
    }
    for waiter in woken { waiter.continuation.resume(returning: []) }
  }

  /// The mediator was released. Open holds and their assertion stay valid.
  @MainActor
  func close() {
    isClosed = true
    updateAssertion()
  }

  // MARK: Waiting

  /// Returns the reasons of the holds that expired during the wait.
  @MainActor
  func wait(upTo budget: Duration, clock: (any Clock<Duration>)?) async -> [String] {
    let sleep = RunningTime.sleeper(for: budget, on: clock)
    var timer: Task<Void, any Error>?
    let expired = await withCheckedContinuation { continuation in
      guard let number = register(continuation) else { return continuation.resume(returning: []) }
      timer = Task { @MainActor in
        try await sleep()
        if self.isWaiting(number) { self.expire() }
      }
    }
    timer?.cancel()
    return expired
  }

  /// The callers of `wait` go on last, because they may end the process.
  @MainActor
  func expire() {
    let (expired, woken) = shared.withLock { ($0.state.beginExpiring(), $0.takeWaiters()) }
    for hold in expired { hold.onExpiration?() }
    let reasons = expired.map(\.reason)
    if !reasons.isEmpty { reportExpired(reasons) }
    updateAssertion()
    shared.withLock { $0.state.endExpiring() }
    EventQueue.shared.release([Box(consume expired)])
    for waiter in woken { waiter.continuation.resume(returning: reasons) }
  }

  @MainActor
  func updateAssertion() {
    let isNeeded = shared.withLock { !$0.state.isEmpty }
    assertion.update(
      isNeeded: isNeeded, reason: { shared.withLock { $0.state.holds.first?.reason } }
    ) { [weak self] in self?.expire() }
    if !isNeeded, isClosed { assertion.use(nil) }
  }

  /// `nil` if no hold is open.
  private func register(_ continuation: CheckedContinuation<[String], Never>) -> UInt64? {
    shared.withLock { shared in
      guard !shared.state.isEmpty else { return nil }
      shared.lastWaiter += 1
      shared.waiters.append(Waiter(number: shared.lastWaiter, continuation: continuation))
      return shared.lastWaiter
    }
  }

  private func isWaiting(_ number: UInt64) -> Bool {
    shared.withLock { $0.waiters.contains { $0.number == number } }
  }
}
