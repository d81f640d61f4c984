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
  /// If the process already waits to end, it waits for this hold too. A hold that is taken inside
  /// `onExpiration` is ignored: its ``AppLifecycleHold/isOpen`` is false. See <doc:Holds>.
  ///
  /// - Parameters:
  ///   - reason: The reason in a word or two, which is reported if time runs out.
  ///   - onExpiration: Called once, on the main actor, if time runs out first. Stop the work there.
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

  /// Asks the system for background time while a hold is open.
  ///
  /// The default, `nil`, means ``ExpiringActivityBackgroundTime`` where the platform has it. If you
  /// set a value while holds are open, it begins at once, and the former value is ended.
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

  /// Waits until all holds are released. Call it before you suspend or end the process.
  ///
  /// The main actor is not blocked. When the budget runs out, the mediator calls `onExpiration` of
  /// each open hold and reports ``AppLifecycleAnomaly/holdsExpired(_:)``; then the call returns. If
  /// the app comes to the foreground, the wait ends and the holds stay open. Cancelling the task
  /// does not shorten the wait.
  ///
  /// - Parameters:
  ///   - budget: The longest time to wait, up to 100 years. Time in which the process is stopped,
  ///     frozen or asleep does not count.
  ///   - clock: A clock that measures the budget, for tests.
  /// - Returns: The reasons of the holds that expired; empty if no hold did.
  @discardableResult
  public func waitForHolds(
    upTo budget: Duration, clock: (any Clock<Duration>)? = nil
  ) async -> [String] {
    await holds.wait(upTo: budget, clock: clock)
  }

  /// Expires the open holds at once, and returns their reasons.
  package func expireHolds() -> [String] {
    defer { relay.holds?.expire() }
    return openHolds
  }

  /// Reads ``openHolds`` on any thread.
  package var openHoldsReader: @Sendable () -> [String] {
    let holds = holds
    return { holds.reasons }
  }

  var holds: HoldCoordinator {
    if let holds = relay.holds { return holds }
    let holds = HoldCoordinator { [weak relay] in relay?.report(.holdsExpired($0)) }
    holds.appState = state
    relay.holds = holds
    return holds
  }
}
