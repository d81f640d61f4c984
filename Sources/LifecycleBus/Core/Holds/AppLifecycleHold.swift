/// Delays the suspension or the end of the process until work is done.
///
/// ```swift
/// func onAppDidEnterBackground() {
///   let hold = mediator.hold("upload")
///   Task {
///     await upload.finish()
///     hold.release()
///   }
/// }
/// ```
///
/// The process waits up to a time limit. Then the mediator reports the open holds in
/// ``AppLifecycleAnomaly/holdsExpired(_:)``. You can release a hold from any thread. A second or
/// late release does nothing. Dropping the last reference releases the hold. See <doc:Holds>.
public final class AppLifecycleHold: Sendable {
  private let number: UInt64?
  private let coordinator: HoldCoordinator

  fileprivate init(_ number: UInt64?, of coordinator: HoldCoordinator) {
    self.number = number
    self.coordinator = coordinator
  }

  deinit { release() }

  /// True while the hold delays the process; false once it is released or has expired.
  public var isOpen: Bool { number.map(coordinator.isOpen) ?? false }

  /// True if the hold was taken while the open holds expired, and is ignored.
  package var wasTakenTooLate: Bool { number == nil }

  /// Releases the hold.
  public func release() {
    if let number { coordinator.release(number) }
  }
}

extension AppLifecycleMediator {
  /// Delays the suspension or the end of the process until your work is done.
  ///
  /// ```swift
  /// let hold = mediator.hold("upload")
  /// Task {
  ///   await finish()
  ///   hold.release()
  /// }
  /// ```
  ///
  /// If the process already waits to end, it waits for this hold too. A hold that is taken while the
  /// open holds expire is ignored: its ``AppLifecycleHold/isOpen`` is false. See <doc:Holds>.
  ///
  /// - Parameters:
  ///   - reason: The reason in a word or two, which is reported if time runs out.
  ///   - onExpiration: Called once, on the main actor, if time runs out first. Stop the work there.
  /// - Returns: The hold. Keep it until the work is done, because dropping it releases it.
  public func hold(
    _ reason: String, onExpiration: (@MainActor @Sendable () -> Void)? = nil
  ) -> AppLifecycleHold {
    relay.holds.hold(reason, onExpiration: onExpiration)
  }

  /// The reasons of the open holds, oldest first.
  public var openHolds: [String] { relay.holds.reasons }

  /// Asks the system for background time while a hold is open.
  ///
  /// The default, `nil`, means `ProcessInfo.performExpiringActivity` where the platform has it. If you
  /// set a value while holds are open, it begins at once, and the former value is ended.
  /// `LifecycleAppDelegate` takes the time from the application; a delegate of your own does the same
  /// with `useBackgroundTime(of:)` of `LifecycleBusDelegates`.
  public var backgroundTime: (any AppLifecycleBackgroundTime)? {
    get { relay.holds.assertion.backgroundTime }
    set {
      relay.holds.assertion.use(newValue)
      relay.holds.updateAssertion()
    }
  }

  /// Waits until all holds are released. Call it before you suspend or end the process.
  ///
  /// The main actor is not blocked. When the budget runs out, the mediator calls `onExpiration` of
  /// each open hold and reports ``AppLifecycleAnomaly/holdsExpired(_:)``; then the call returns. If
  /// the app comes to the foreground, the wait ends and the holds stay open. Cancelling the task
  /// does not shorten the wait.
  ///
  /// - Parameters:
  ///   - budget: The longest time to wait. Time in which the process is stopped,
  ///     frozen or asleep does not count.
  ///   - clock: A clock that measures the budget, for tests.
  /// - Returns: The reasons of the holds that expired; empty if no hold did.
  @discardableResult
  public func waitForHolds(
    upTo budget: Duration, clock: (any Clock<Duration>)? = nil
  ) async -> [String] {
    await relay.holds.wait(upTo: budget, clock: clock)
  }
}

/// Keeps a mediator's holds, and wakes the callers that wait for them.
package final class HoldCoordinator: Sendable {
  private struct Hold {
    let reason: String
    let onExpiration: (@MainActor @Sendable () -> Void)?
  }

  private struct Shared {
    var open: [UInt64: Hold] = [:]
    /// Of the last hold or wait.
    var lastNumber: UInt64 = 0
    /// How many expirations are under way, nested. Meanwhile no hold can be taken.
    var expirations = 0
    var waits: [UInt64: CheckedContinuation<[String], Never>] = [:]

    /// Oldest first.
    var holds: [Hold] { open.sorted { $0.key < $1.key }.map(\.value) }

    mutating func takeWaits() -> [CheckedContinuation<[String], Never>] {
      defer { waits = [:] }
      return Array(waits.values)
    }
  }

  /// No code of a caller runs under the lock.
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

  /// Ends the waits after the last hold.
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

  /// If the app comes back to the foreground, the waits end and the holds stay open. A launch ends
  /// none, because the way down may have added it.
  @MainActor
  func noteForeground() {
    for wait in shared.withLock({ $0.takeWaits() }) { wait.resume(returning: []) }
  }

  /// The mediator was released. Open holds and their assertion stay valid.
  @MainActor
  func close() {
    isClosed = true
    reportExpired = { _ in }
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

  /// Expires the open holds. The callers of `wait` go on last, because they may end the process.
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

/// Counts the time in which the process runs, because clocks go on while it is stopped, frozen or
/// asleep. A step that took longer than a busy machine explains counts as `longestStep`.
package struct RunningTime: Sendable {
  /// The longest time between two readings.
  package static let step = Duration.milliseconds(100)
  /// The most that one step counts.
  private static let longestStep = Duration.milliseconds(250)

  private var last: ContinuousClock.Instant
  private var sum = Duration.zero

  package init(from start: ContinuousClock.Instant = .now) { last = start }

  package mutating func read(at now: ContinuousClock.Instant = .now) -> Duration {
    sum += min(last.duration(to: now), Self.longestStep)
    last = now
    return sum
  }

  /// A clock cannot add more to its own time.
  private static let longestSleep = Duration.seconds(100 * 365 * 24 * 3_600)

  /// Returns a wait for the end of the time, which begins now. `clock` measures the time instead.
  package static func sleeper(
    for time: Duration, on clock: (any Clock<Duration>)? = nil
  ) -> @Sendable () async throws -> Void {
    let time = min(time, longestSleep)
    if let clock { return sleeper(for: time, by: clock) }
    let start = RunningTime()
    return {
      var running = start
      var rest = time - running.read()
      while rest > .zero {
        try await Task.sleep(for: min(rest, step))
        rest = time - running.read()
      }
    }
  }

  private static func sleeper(
    for time: Duration, by clock: some Clock<Duration>
  ) -> @Sendable () async throws -> Void {
    let end = clock.now.advanced(by: time)
    return { try await clock.sleep(until: end, tolerance: nil) }
  }
}
