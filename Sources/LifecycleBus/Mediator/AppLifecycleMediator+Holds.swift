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
  /// You can take a hold at any time. If the process is already waiting to end, it waits for this
  /// hold too. After time has run out, a new hold is ignored: its ``AppLifecycleHold/isOpen`` is
  /// false.
  ///
  /// - Parameters:
  ///   - reason: A word or two, reported if time runs out.
  ///   - onExpiration: Called once, on the main actor, if time runs out first. Stop the work there.
  /// - Returns: The hold. Keep it until the work is done: dropping it releases it.
  public func hold(
    _ reason: String, onExpiration: (@MainActor @Sendable () -> Void)? = nil
  ) -> AppLifecycleHold {
    let hold = AppLifecycleHold(
      reason: reason, coordinator: holds, onExpiration: onExpiration)
    holds.updateAssertion()
    return hold
  }

  /// The reasons of the holds that are open, oldest first.
  public var openHolds: [String] { relay.holds?.reasons ?? [] }

  /// What asks the system for background time while a hold is open. With `nil`, the default, it is
  /// ``ExpiringActivityBackgroundTime`` on the platforms that have one.
  ///
  /// If you set it while holds are open, the new one begins at once, and the former one ends.
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
  /// The main actor is not blocked meanwhile. When the budget runs out, the holds that are still
  /// open expire before this returns: their `onExpiration` is called, and
  /// ``AppLifecycleAnomaly/holdsExpired(_:)`` names them. If the app comes to the foreground again,
  /// the wait ends, and the holds stay open. Cancelling the waiting task does not shorten the wait.
  ///
  /// - Parameters:
  ///   - budget: How long to wait at most. Time in which the process does not run does not count.
  ///   - clock: Measures the budget instead; for tests.
  /// - Returns: The reasons of the holds that expired; empty if all were released in time.
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

  /// Returns the reasons of the open holds, oldest first; for any thread.
  package var openHoldsReader: @Sendable () -> [String] {
    let holds = holds
    return { holds.reasons }
  }

  /// Made with the first hold, the first wait or the background time.
  var holds: HoldCoordinator {
    if let holds = relay.holds { return holds }
    let holds = HoldCoordinator { [weak relay] in relay?.report(.holdsExpired($0)) }
    holds.appState = state
    relay.holds = holds
    return holds
  }
}
