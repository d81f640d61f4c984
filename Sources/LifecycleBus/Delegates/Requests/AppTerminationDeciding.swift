public import LifecycleBus

/// Decides whether the app may quit, at once or when the user has answered.
///
/// ```swift
/// final class Documents: AppTerminationDeciding {
///   func onAppShouldTerminate() -> AppTerminationReply {
///     editor.hasChanges ? .later : .now
///   }
///
///   // Saves if the user wants that, and returns false if he cancels.
///   func onAppDecideTermination() async -> Bool { await editor.askToSave() }
/// }
/// ```
@MainActor
public protocol AppTerminationDeciding: AppRequestListener {
  /// The user or the system wants the app to quit. Answer at once.
  func onAppShouldTerminate() -> AppTerminationReply
  /// Called after ``AppTerminationReply/later``, unless another listener has cancelled. Return true
  /// if the app may quit; one false cancels the tasks of the others.
  ///
  /// There's no deadline. You may wait for the user.
  func onAppDecideTermination() async -> Bool
}

extension AppTerminationDeciding {
  /// Agrees, so Quit waits for holds alone.
  public func onAppDecideTermination() async -> Bool { true }
}

/// Whether an app may quit.
public enum AppTerminationReply: Sendable {
  /// The app may quit.
  case now
  /// The listener answers in ``AppTerminationDeciding/onAppDecideTermination()``.
  case later
  /// The app stays.
  case cancel
}

extension AppLifecycleMediator {
  /// Asks ``/LifecycleBusDelegates/AppTerminationDeciding`` listeners whether the app may quit, and
  /// then those that answered `.later` for their decision, unless one has cancelled.
  ///
  /// If all agree, `willTerminate` is delivered, and nothing afterwards. Then the mediator waits for
  /// the open holds, and names those that the budget cuts off. A second call during the wait ends it,
  /// and answers `.now`.
  ///
  /// ```swift
  /// let reply = mediator.askWhetherToTerminate { mayQuit in
  ///   if mayQuit { exit(0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - holdBudget: What `willTerminate` and the holds may take together.
  ///   - clock: For tests.
  ///   - onDecision: Called once after `.later`, in a later turn of the main actor.
  /// - Returns: `.cancel` if one listener answers so, else `.later` if one does or a hold is open,
  ///   else `.now`.
  public func askWhetherToTerminate(
    holdBudget: Duration = requestDeadline, clock: (any Clock<Duration>)? = nil,
    onDecision: @escaping @MainActor (_ mayQuit: Bool) -> Void
  ) -> AppTerminationReply {
    if state == .terminated {
      holdCoordinator.expire()
      return .now
    }

    let undecided = askWhoDecidesLater()
    guard let undecided else { return .cancel }

    var budget = holdBudget
    if undecided.isEmpty {
      budget -= end(measuredBy: clock)
      // Who is told that no hold is open may take another one.
      if holdCoordinator.isIdle { return .now }
    }

    let decision = startDecision(of: undecided)
    // The mediator isn't kept while the user thinks.
    Task { [weak self, budget] in
      let mayQuit = await decision.value
      if mayQuit {
        await self?.endAndWaitForHolds(upTo: budget, clock: clock)
      }
      onDecision(mayQuit)
    }
    return .later
  }

  /// Asks all listeners, and returns those that answered later; `nil` if one has cancelled.
  private func askWhoDecidesLater() -> [ListenerPlace]? {
    var undecided: [ListenerPlace] = []
    var isCancelled = false

    for place in ListenerPlace.all(of: list) {
      let listener = place.listener(as: (any AppTerminationDeciding).self)
      switch listener?.onAppShouldTerminate() {
      case .later:
        undecided.append(place)
      case .cancel:
        isCancelled = true
      case .now, nil:
        break
      }
    }

    if isCancelled { return nil }
    return undecided
  }

  /// Asks for the decisions. The first no is the result.
  private func startDecision(of places: [ListenerPlace]) -> Task<Bool, Never> {
    let request = PendingRequest(
      (any AppTerminationDeciding).self, of: places, until: { !$0 }
    ) { await $0.onAppDecideTermination() }

    return startRequest {
      await request.answers(deadline: nil, clock: ContinuousClock()).allSatisfy { $0 == true }
    }
  }

  /// Delivers the end, unless that was done, and gives the holds what is left of the budget.
  private func endAndWaitForHolds(upTo budget: Duration, clock: (any Clock<Duration>)?) async {
    var budget = budget
    if state != .terminated {
      budget -= end(measuredBy: clock)
    }
    await waitForHolds(upTo: max(.zero, budget), clock: clock)
  }

  /// Delivers the end, and returns how long its listeners took.
  private func end(measuredBy clock: (any Clock<Duration>)?) -> Duration {
    let clock = clock ?? SuspendingClock()
    return clock.measure { end() }
  }
}
