extension AppLifecycleMediator {
  /// Asks for more time for work that begins as the app leaves the foreground or ends.
  ///
  /// The code that suspends or ends the process waits for the hold until it is released or the time
  /// runs out. You may take a hold in any state. If nobody waits, it counts for the next wait. A
  /// hold that is taken while the open ones expire is too late: it is not open.
  ///
  /// - Parameters:
  ///   - reason: A word or two, reported if the time runs out.
  ///   - onExpiration: Called once, on the main actor, if the time runs out first. Stop the work
  ///     there.
  /// - Returns: The hold. Keep it until the work is done, because dropping it releases it.
  public func hold(
    _ reason: String, onExpiration: (@MainActor @Sendable () -> Void)? = nil
  ) -> AppLifecycleHold {
    let hold = AppLifecycleHold(
      reason: reason, coordinator: holds, onExpiration: onExpiration)
    holds.updateAssertion()
    return hold
  }

  /// The reasons of the open holds, oldest first.
  public var openHolds: [String] { relay.holds?.reasons ?? [] }

  /// Asks the system for time while a hold is open.
  ///
  /// With `nil`, the default, it is ``ExpiringActivityBackgroundTime`` where the platform has it,
  /// and nothing elsewhere. A change ends the former one, and begins the new one at once if a hold
  /// is open.
  ///
  /// ```swift
  /// mediator.backgroundTime = ApplicationBackgroundTime(application)  // in an iOS app delegate
  /// ```
  public var backgroundTime: (any AppLifecycleBackgroundTime)? {
    get { relay.holds?.assertion.backgroundTime }
    set {
      holds.assertion.use(newValue)
      holds.updateAssertion()
    }
  }

  /// Waits until each hold is released. Call it before you suspend or end the process.
  ///
  /// Without an open hold it returns at once. The main actor is free meanwhile. When the budget
  /// runs out, each open hold expires: its `onExpiration` is called, and
  /// ``AppLifecycleAnomaly/holdsExpired(_:)`` names it, before this returns. If several callers
  /// wait, the shortest budget ends the wait for all. If the app comes back to the foreground, the
  /// wait ends and the holds stay open. Cancelling the task does not shorten the wait.
  ///
  /// - Parameters:
  ///   - budget: The longest time to wait, up to 100 years. Time in which the process is stopped,
  ///     frozen or asleep does not count.
  ///   - clock: Measures the budget instead; for tests.
  /// - Returns: The reasons of the holds that expired.
  @discardableResult
  public func waitForHolds(
    upTo budget: Duration, clock: (any Clock<Duration>)? = nil
  ) async -> [String] {
    await holds.wait(upTo: budget, clock: clock)
  }

  /// Ends the waits, as the end of the budget does. Returns the reasons of the holds that expired.
  package func expireHolds() -> [String] {
    defer { relay.holds?.expire() }
    return openHolds
  }

  /// Reads the reasons of the open holds from any thread, oldest first.
  package var openHoldsReader: @Sendable () -> [String] {
    let holds = holds
    return { holds.reasons }
  }

  /// Made when it is first needed.
  var holds: HoldCoordinator {
    if let holds = relay.holds { return holds }
    let holds = HoldCoordinator { [weak relay] in relay?.report(.holdsExpired($0)) }
    holds.appState = state
    relay.holds = holds
    return holds
  }
}
