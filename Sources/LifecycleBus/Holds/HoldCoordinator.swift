import Foundation

/// Keeps a mediator's holds, wakes the callers that wait for them, and holds the system's own
/// assertion meanwhile.
final class HoldCoordinator: @unchecked Sendable {
  // Proof for @unchecked: the fields below are read and written under `lock` only, and no closure
  // of a caller is called there. The rest is isolated to the main actor.
  private let lock = NSLock()
  private var state = HoldState()
  private var expirations: [UInt64: @MainActor @Sendable () -> Void] = [:]
  private var waiters: [UInt64: Waiter] = [:]
  private var lastWaiter: UInt64 = 0

  private typealias Waiter = CheckedContinuation<[String], Never>

  /// The system's own assertion, held while any hold is open.
  @MainActor let assertion = HoldAssertion()
  @MainActor private weak var dispatcher: EventDispatcher?
  /// False only while the phase is `.up`, so that `reopen()` can skip the lock.
  @MainActor private var hasWaited = false

  @MainActor
  init(_ dispatcher: EventDispatcher) { self.dispatcher = dispatcher }

  /// The reasons of the open holds, oldest first.
  var reasons: [String] { lock.withLock { state.reasons } }

  func isOpen(_ number: UInt64) -> Bool { lock.withLock { state.isOpen(number) } }

  /// Opens a hold; `nil` once the wait is over.
  func take(_ reason: String, onExpiration: (@MainActor @Sendable () -> Void)?) -> UInt64? {
    lock.withLock {
      let number = state.take(reason)
      if let number { expirations[number] = onExpiration }
      return number
    }
  }

  /// Closes a hold, and ends the wait if it was the last.
  func release(_ number: UInt64) {
    // The closure is released outside the lock, because a `deinit` that this starts may take or
    // release a hold.
    let (woken, wasLast, closure) = lock.withLock {
      let closure = expirations.removeValue(forKey: number)
      let wasLast = state.release(number)
      return (wasLast ? takeWaiters() : [], wasLast, closure)
    }
    for waiter in woken { waiter.resume(returning: []) }
    if wasLast { MainActorContext.later { self.updateAssertion() } }
    withExtendedLifetime(closure) {}
  }

  /// The app is on the way up again, so the waits of the way down end.
  @MainActor
  fileprivate func reopen() {
    guard hasWaited else { return }
    hasWaited = false
    let woken = lock.withLock {
      state.reopen()
      return takeWaiters()
    }
    for waiter in woken { waiter.resume(returning: []) }
  }

  /// The process is about to end: holds count again, if the wait of an earlier way down is over.
  fileprivate func reopenForTheEnd() { lock.withLock { state.reopenForTheEnd() } }

  // MARK: Waiting

  /// Waits until nothing is open, or until the budget runs out; then returns the reasons of the
  /// holds that were still open.
  ///
  /// Several callers may wait at once. The shortest budget ends the wait for all.
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

  /// Closes what is open, calls the `onExpiration` of each, ends the assertion, and only then wakes
  /// the callers that wait, because they may end the process.
  @MainActor
  func expire() {
    let (reasons, told, woken) = lock.withLock {
      let told = expirations.sorted { $0.key < $1.key }.map(\.value)
      expirations = [:]
      return (state.beginExpiring(), told, takeWaiters())
    }
    for tell in told { tell() }
    if !reasons.isEmpty { dispatcher?.report(.holdsExpired(reasons)) }
    updateAssertion()
    lock.withLock { state.endExpiring() }
    for waiter in woken { waiter.resume(returning: reasons) }
  }

  /// Begins or ends the system's assertion, as the open holds demand.
  @MainActor
  func updateAssertion() {
    let isNeeded = lock.withLock { !state.isEmpty }
    assertion.update(isNeeded: isNeeded, reason: { lock.withLock { state.oldestReason } }) {
      [weak self] in self?.expire()
    }
    if !isNeeded, dispatcher?.isOpen != true { assertion.use(nil) }
  }

  /// Begins the wait; `nil` if nothing is open.
  @MainActor
  private func register(_ waiter: Waiter) -> UInt64? {
    hasWaited = true
    return lock.withLock {
      state.beginEnding()
      guard state.phase == .ending else { return nil }
      lastWaiter += 1
      waiters[lastWaiter] = waiter
      return lastWaiter
    }
  }

  private func isWaiting(_ number: UInt64) -> Bool { lock.withLock { waiters[number] != nil } }

  private func takeWaiters() -> [Waiter] {
    defer { waiters = [:] }
    return Array(waiters.values)
  }
}

extension HoldCoordinator: MediatorPart {
  func willDeliver(_ context: AppLifecycleContext) {
    if context.event.direction == .up { reopen() }
    if context.event == .willTerminate { reopenForTheEnd() }
  }

  /// The mediator was released. Open holds stay valid, and the system's assertion with them.
  func close() { updateAssertion() }
}
