public import LifecycleBus

/// Decides whether the app may quit, at once or when the user has answered.
///
/// ```swift
/// final class Documents: AppTerminationDeciding {
///   func onAppShouldTerminate() -> AppTerminationReply {
///     editor.hasChanges ? .later : .now
///   }
///
///   // Saves if the user wants that, and returns false at a cancel.
///   func onAppDecideTermination() async -> Bool { await editor.askToSave() }
/// }
/// ```
@MainActor
public protocol AppTerminationDeciding: AppRequestListener {
  /// The user or the system wants the app to quit. Answer at once, with `.later` if you have to ask
  /// the user first.
  func onAppShouldTerminate() -> AppTerminationReply
  /// Called if you've answered ``AppTerminationReply/later`` and no listener has cancelled. Return
  /// true if the app may quit.
  ///
  /// There's no deadline: you may wait for the user. As soon as one listener returns false, the app
  /// stays open, and the tasks of the other listeners are cancelled.
  func onAppDecideTermination() async -> Bool
}

extension AppTerminationDeciding {
  /// Agrees to quit.
  public func onAppDecideTermination() async -> Bool { true }
}

/// A listener's answer to the question whether the app may quit.
public enum AppTerminationReply: Sendable {
  /// The app may quit.
  case now
  /// The listener decides in ``AppTerminationDeciding/onAppDecideTermination()``.
  case later
  /// The app stays open.
  case cancel
}

extension AppLifecycleMediator {
  /// Asks the listeners whether the app may quit, and delivers `willTerminate` if they agree.
  ///
  /// On a Mac, call it in `applicationShouldTerminate(_:)` of your own delegate;
  /// ``/LifecycleBusDelegates/LifecycleAppDelegate`` already does.
  ///
  /// 1. Each ``/LifecycleBusDelegates/AppTerminationDeciding`` listener is asked.
  /// 2. If none cancels, those that answered `.later` are asked for their decision, without a
  ///    deadline.
  /// 3. If all agree, `willTerminate` is delivered, and no event after it.
  /// 4. The mediator waits for open holds. If the budget runs out, an anomaly names those that are
  ///    left.
  ///
  /// ```swift
  /// let reply = mediator.askWhetherToTerminate { mayQuit in
  ///   if mayQuit { exit(0) }
  /// }
  /// ```
  ///
  /// If you call it again during step 4, the wait ends, and that call returns `.now`. A listener
  /// that you detach during step 2 no longer counts.
  ///
  /// - Parameters:
  ///   - holdBudget: How long steps 3 and 4 may take together, by default 25 seconds.
  ///   - clock: The clock that measures the budget. Pass your own in a test.
  ///   - onDecision: Called once if this method returns `.later`, in a later turn of the main
  ///     actor. Its argument says whether the app may quit.
  /// - Returns: `.cancel` if a listener cancels, `.later` if one decides later or a hold is open,
  ///   and otherwise `.now`.
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

  /// `nil` if a listener has cancelled.
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

  private func startDecision(of places: [ListenerPlace]) -> Task<Bool, Never> {
    let request = PendingRequest(
      (any AppTerminationDeciding).self, of: places, until: { !$0 }
    ) { await $0.onAppDecideTermination() }

    return startRequest {
      await request.answers(deadline: nil, clock: ContinuousClock()).allSatisfy { $0 == true }
    }
  }

  private func endAndWaitForHolds(upTo budget: Duration, clock: (any Clock<Duration>)?) async {
    var budget = budget
    if state != .terminated {
      budget -= end(measuredBy: clock)
    }
    await waitForHolds(upTo: max(.zero, budget), clock: clock)
  }

  private func end(measuredBy clock: (any Clock<Duration>)?) -> Duration {
    let clock = clock ?? SuspendingClock()
    return clock.measure { end() }
  }
}
