extension AppLifecycleMediator {
  /// Asks for a little more time, for work that is started on the way down.
  ///
  /// Taken before or during the wait for the holds, it counts until it is released or the budget
  /// runs out. Taken after the wait is over it does not count, and says so in
  /// ``AppLifecycleHold/wasTakenTooLate``. When the app comes to the foreground again, or is about
  /// to terminate in the background, holds count as before. An expiration of the system's own time
  /// closes the open holds; holds taken afterwards ask the system anew.
  ///
  /// - Parameters:
  ///   - reason: What the time is for, in a word or two; named if the budget runs out.
  ///   - onExpiration: Called once, on the main actor, if the budget runs out first. Stop the work
  ///     there.
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
  public var openHolds: [String] { part(HoldCoordinator.self)?.reasons ?? [] }

  /// What asks the system for time while a hold is open; `nil`, the default, where no system has to
  /// be asked.
  ///
  /// The mediator keeps it. Set while holds are open, it begins at once, and what the one before it
  /// held is ended.
  ///
  /// ```swift
  /// mediator.backgroundTime = ApplicationBackgroundTime(application)  // in an iOS app delegate
  /// ```
  public var backgroundTime: (any AppLifecycleBackgroundTime)? {
    get { part(HoldCoordinator.self)?.assertion.backgroundTime }
    set {
      holds.assertion.use(newValue)
      holds.updateAssertion()
    }
  }

  /// Waits until each hold is released, for the code that is about to suspend or to end the process.
  ///
  /// With no hold open it returns at once. The main actor is not blocked meanwhile. When the budget
  /// runs out, the holds that are still open expire: their `onExpiration` is called, and they are named in
  /// ``AppLifecycleAnomaly/holdsExpired(_:)``, before this returns. If the app comes to the foreground
  /// again meanwhile, the wait ends, and the holds stay open. Cancelling the waiting task does not
  /// shorten the wait.
  ///
  /// - Parameters:
  ///   - budget: How long to wait at most.
  ///   - clock: What measures the budget; a test brings its own.
  /// - Returns: The reasons of the holds that expired; empty if all were released in time.
  @discardableResult
  public func waitForHolds(
    upTo budget: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) async -> [String] {
    await holds.wait(upTo: budget, clock: clock)
  }

  /// Made with the first hold, the first wait or the background time.
  private var holds: HoldCoordinator { part(orMake: HoldCoordinator.init) }
}
