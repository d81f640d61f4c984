/// Keeps a mediator's holds, wakes the callers that wait for them, and holds the system's own
/// assertion meanwhile.
final class HoldCoordinator: Sendable {
  /// What any thread may ask for or change. No closure of a caller is called under the lock.
  private let shared = Locked(Shared())

  private struct Shared {
    var state = HoldState()
    var waiters: [Waiter] = []
    var lastWaiter: UInt64 = 0
    var appState = AppLifecycleState.notRunning
    /// Whether a release has asked for an update of the assertion that is still to come.
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

  /// The system's own assertion, held while any hold is open.
  @MainActor let assertion = HoldAssertion()
  private let reportExpired: @MainActor @Sendable ([String]) -> Void
  /// Whether the mediator was released.
  @MainActor private var isClosed = false

  /// - Parameter reportExpired: Receives the reasons of the holds that were open when the time ran
  ///   out.
  init(reportExpired: @escaping @MainActor @Sendable ([String]) -> Void) {
    self.reportExpired = reportExpired
  }

  /// The state of the app, for other threads than the main actor's.
  var appState: AppLifecycleState {
    get { shared.withLock { $0.appState } }
    set { shared.withLock { $0.appState = newValue } }
  }

  /// The reasons of the open holds, oldest first.
  var reasons: [String] { shared.withLock { $0.state.holds.map(\.reason) } }

  func isOpen(_ number: UInt64) -> Bool { shared.withLock { $0.state.isOpen(number) } }

  /// Opens a hold; `nil` while the open ones are expired.
  func take(_ reason: String, onExpiration: (@MainActor @Sendable () -> Void)?) -> UInt64? {
    shared.withLock { $0.state.take(HoldState.Hold(reason: reason, onExpiration: onExpiration)) }
  }

  /// Closes a hold, and ends the wait if it was the last.
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

  /// On the way up the waits of the way down end; the holds stay open.
  @MainActor
  func willDeliver(_ event: AppLifecycleEvent, leadingTo state: AppLifecycleState) {
    let woken = shared.withLock { shared in
      shared.appState = state
      return event.direction == .up ? shared.takeWaiters() : []
    }
    for waiter in woken { waiter.continuation.resume(returning: []) }
  }

  /// The mediator was released. Open holds stay valid, and the system's assertion with them.
  @MainActor
  func close() {
    isClosed = true
    updateAssertion()
  }

  // MARK: Waiting

  /// Waits until nothing is open, or until the budget runs out; then returns the reasons of the
  /// holds that were still open.
  ///
  /// Several callers may wait at once. The shortest budget ends the wait for all.
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

  /// Closes what is open, calls the `onExpiration` of each, ends the assertion, and only then wakes
  /// the callers that wait, because they may end the process.
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

  /// Begins or ends the system's assertion, as the open holds demand.
  @MainActor
  func updateAssertion() {
    let isNeeded = shared.withLock { !$0.state.isEmpty }
    assertion.update(
      isNeeded: isNeeded, reason: { shared.withLock { $0.state.holds.first?.reason } }
    ) { [weak self] in self?.expire() }
    if !isNeeded, isClosed { assertion.use(nil) }
  }

  /// Begins the wait; `nil` if nothing is open.
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
