public import LifecycleBus

/// Decides whether the app may quit: at once, or later, when the user has answered.
///
/// ```swift
/// final class Documents: AppTerminationDeciding {
///   func onAppShouldTerminate() -> AppTerminationReply { editor.hasChanges ? .later : .now }
///
///   // Saves if the user wants that, and returns false if he cancels.
///   func onAppDecideTermination() async -> Bool { await editor.askToSave() }
/// }
/// ```
@MainActor
public protocol AppTerminationDeciding: AppRequestListener {
  /// The user or the system wants the app to quit. Answer at once.
  func onAppShouldTerminate() -> AppTerminationReply
  /// Decides after ``AppTerminationReply/later``, unless another listener has cancelled. Return true
  /// if the app may quit.
  ///
  /// There's no deadline, so you may wait for the user. If one listener answers false, the app stays,
  /// and the tasks of the others are cancelled.
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
  /// The decisions have no deadline, and a listener that is detached meanwhile has no say. After one
  /// no the holds stay open, and the app continues.
  ///
  /// If all agree, the listeners receive `willTerminate`, and nothing afterwards. Then the mediator
  /// waits for the open holds. Those that the budget cuts off are named in
  /// `AppLifecycleAnomaly.holdsExpired(_:)`. A second call during the wait ends it, and answers
  /// `.now`.
  ///
  /// ```swift
  /// let reply = mediator.askWhetherToTerminate { mayQuit in
  ///   if mayQuit { exit(0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - holdBudget: What the listeners of the end and the holds may take together.
  ///   - clock: Measures the budget, for tests.
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
    var replies: [AppTerminationReply] = []
    let turns = ListenerTurn.all(of: list).filter { turn in
      let listener = turn.listener(as: (any AppTerminationDeciding).self)
      guard let reply = listener?.onAppShouldTerminate() else { return false }
      replies.append(reply)
      return reply == .later
    }
    if replies.contains(.cancel) { return .cancel }
    // What the listeners of the end take is a part of the budget.
    let budgetClock = clock ?? SuspendingClock()
    var spent = Duration.zero
    if turns.isEmpty {
      spent = budgetClock.measure { end() }
      if openHolds.isEmpty { return .now }
    }
    let request = PendingRequest(
      (any AppTerminationDeciding).self, of: turns, until: { !$0 }
    ) { await $0.onAppDecideTermination() }
    let decision = startRequest {
      await request.answers(deadline: nil, clock: ContinuousClock()).allSatisfy { $0 == true }
    }
    // The mediator is not kept while the user thinks.
    Task { [weak self] in
      let mayQuit = await decision.value
      if mayQuit {
        if self?.state != .terminated { spent = budgetClock.measure { self?.end() } }
        await self?.waitForHolds(upTo: max(.zero, holdBudget - spent), clock: clock)
      }
      onDecision(mayQuit)
    }
    return .later
  }
}
