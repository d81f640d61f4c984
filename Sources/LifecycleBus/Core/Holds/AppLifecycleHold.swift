/// Keeps the process running until work is done: see
/// ``AppLifecycleMediator/hold(_:onExpiration:)``.
///
/// You can release it from any thread. A second or late release does nothing, and dropping the last
/// reference releases it too.
public final class AppLifecycleHold: Sendable {
  private let number: UInt64?
  private let coordinator: HoldCoordinator

  fileprivate init(_ number: UInt64?, of coordinator: HoldCoordinator) {
    self.number = number
    self.coordinator = coordinator
  }

  deinit { release() }

  /// False once it's released or has expired.
  public var isOpen: Bool { number.map(coordinator.isOpen) ?? false }

  /// True if it was taken while the open holds expired, so that it never counted.
  package var wasTakenTooLate: Bool { number == nil }

  /// Says that the work is done.
  public func release() {
    if let number { coordinator.release(number) }
  }
}

extension AppLifecycleMediator {
  /// Keeps the process running until your work is done.
  ///
  /// When a listener's method has returned, the system may suspend the app, or a signal may end the
  /// process. A task that the method has started is cut off then. A hold says that there's more:
  ///
  /// ```swift
  /// final class Upload: AppLifecycleListener {
  ///   private weak var mediator: AppLifecycleMediator?
  ///
  ///   func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }
  ///
  ///   func onAppDidEnterBackground() {
  ///     let hold = mediator?.hold("upload")  // not inside the task, which begins later
  ///     Task {
  ///       await finish()
  ///       hold?.release()
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// It counts even if the process already waits, but not while the others expire. See <doc:Holds>.
  ///
  /// - Parameters:
  ///   - reason: A word or two, for ``AppLifecycleAnomaly/holdsExpired(_:)``.
  ///   - onExpiration: Called once, on the main actor, if time runs out first. Stop the work there.
  /// - Returns: The hold. Keep it, because dropping it releases it.
  public func hold(
    _ reason: String, onExpiration: (@MainActor @Sendable () -> Void)? = nil
  ) -> AppLifecycleHold {
    relay.holds.hold(reason, onExpiration: onExpiration)
  }

  /// The reasons of the open holds, oldest first.
  public var openHolds: [String] { relay.holds.reasons }

  /// Asks the system for background time while a hold is open.
  ///
  /// `nil`, the default, means `ProcessInfo.performExpiringActivity` where the platform has it.
  /// `LifecycleAppDelegate` takes the time from the application instead; a delegate of your own
  /// does so with `useBackgroundTime(of:)` of `LifecycleBusDelegates`.
  public var backgroundTime: (any AppLifecycleBackgroundTime)? {
    get { relay.holds.assertion.backgroundTime }
    set {
      relay.holds.assertion.use(newValue)
      relay.holds.updateAssertion()
    }
  }

  /// Waits for all holds, before you suspend or end the process yourself.
  ///
  /// When the budget runs out, each open hold's `onExpiration` is called, and
  /// ``AppLifecycleAnomaly/holdsExpired(_:)`` reported. If the app comes to the foreground, the
  /// wait ends and the holds stay open. Cancelling the task doesn't shorten the wait.
  ///
  /// - Parameters:
  ///   - budget: The longest wait, without time in which the process is stopped or asleep.
  ///   - clock: Measures the budget, in a test.
  /// - Returns: The reasons of the holds that expired.
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

/// Counts only the time in which the process runs, because clocks continue while it's stopped or
/// asleep. So a step longer than a busy machine explains counts as `longestStep`.
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

  /// So that a clock can add it to its own time without an overflow.
  private static let longestSleep = Duration.seconds(100 * 365 * 24 * 3_600)

  /// Returns a wait for the end of the time, which begins now. A test's `clock` measures it.
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
