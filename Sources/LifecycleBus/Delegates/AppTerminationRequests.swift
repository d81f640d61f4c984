import Foundation
public import LifecycleBus

/// Decides whether the app may quit: at once, or later, when the user has answered.
///
/// ```swift
/// final class Documents: AppTerminationDeciding {
///   func onAppShouldTerminate() -> AppTerminationReply { editor.hasChanges ? .later : .now }
///
///   func onAppDecideTermination() async -> Bool {
///     switch await editor.askToSave() {  // waits for the user
///     case .save: await editor.save()
///     case .discard: true
///     case .cancel: false
///     }
///   }
/// }
/// ```
@MainActor
public protocol AppTerminationDeciding: AppRequestListener {
  /// The user or the system wants the app to quit.
  func onAppShouldTerminate() -> AppTerminationReply
  /// Decides after an answer of ``AppTerminationReply/later``, unless another listener has
  /// cancelled.
  ///
  /// No deadline applies, so you may wait for the user. If one listener answers false, the app
  /// stays, the tasks of the other listeners are cancelled, and the next attempt asks again. If all
  /// answer true, the app quits when the holds are released.
  ///
  /// - Returns: True if the app may quit.
  func onAppDecideTermination() async -> Bool
}

extension AppTerminationDeciding {
  /// Agrees: the listener waits for nothing but its holds.
  public func onAppDecideTermination() async -> Bool { true }
}

/// Whether an app may quit; the portable equivalent of `NSApplication.TerminateReply`.
public enum AppTerminationReply: Sendable {
  /// The app may quit.
  case now
  /// The listener answers in ``AppTerminationDeciding/onAppDecideTermination()``.
  case later
  /// The app stays.
  case cancel
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppTerminationDeciding`` listener whether the app may
  /// quit. If none has cancelled, asks those that answered `.later` for their decision, all at
  /// once.
  ///
  /// The decisions have no deadline. A listener that is detached or freed meanwhile has no say.
  /// After one no the holds stay open, and the app goes on as before.
  ///
  /// If all agree, the listeners of this mediator receive `willTerminate` at once, and the mediator
  /// delivers nothing afterwards. Then it waits for the open holds, within the budget. Holds that
  /// are still open at its end are named in `AppLifecycleAnomaly.holdsExpired(_:)`,
  /// or in the log if `onAnomaly` is not set. If this method is called again during the wait, it
  /// expires the holds and answers `.now`.
  ///
  /// ```swift
  /// let reply = mediator.askWhetherToTerminate { mayQuit in
  ///   if mayQuit { exit(0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - holdBudget: How long the listeners and the holds may take after the last yes.
  ///   - clock: Measures the budget instead; for tests.
  ///   - onDecision: Called once with the decision, after `.later` only, in a later turn of the
  ///     main actor.
  /// - Returns: `.cancel` if one listener answers so; `.later` if one answers so or a hold is open;
  ///   otherwise `.now`.
  public func askWhetherToTerminate(
    holdBudget: Duration = requestDeadline, clock: (any Clock<Duration>)? = nil,
    onDecision: @escaping @MainActor (_ mayQuit: Bool) -> Void
  ) -> AppTerminationReply {
    if state == .terminated {
      let reasons = openHolds
      holdCoordinator.expire()
      log(reasons)
      return .now
    }
    let answers = answers(of: (any AppTerminationDeciding).self) { $0.onAppShouldTerminate() }
    if answers.contains(where: { $0.value == .cancel }) { return .cancel }
    let turns = answers.filter { $0.value == .later }.map(\.turn)
    if turns.isEmpty {
      let start = ContinuousClock.now
      end()
      if openHolds.isEmpty { return .now }
      Task { [weak self] in
        await self?.waitForLastHolds(upTo: holdBudget, since: start, clock: clock)
        onDecision(true)
      }
      return .later
    }
    let request = request((any AppTerminationDeciding).self, of: turns, until: { !$0 }) {
      await $0.onAppDecideTermination()
    }
    let decision = MainActorContext.startAtOnce {
      await request.answers(deadline: nil, clock: ContinuousClock()).allSatisfy { $0 == true }
    }
    // The mediator is not kept while the user thinks.
    Task { [weak self] in
      let mayQuit = await decision.value
      if mayQuit {
        let start = ContinuousClock.now
        self?.end()
        await self?.waitForLastHolds(upTo: holdBudget, since: start, clock: clock)
      }
      onDecision(mayQuit)
    }
    return .later
  }

  /// Waits for the holds within what the listeners have left of the budget.
  private func waitForLastHolds(
    upTo budget: Duration, since start: ContinuousClock.Instant, clock: (any Clock<Duration>)?
  ) async {
    let rest = clock == nil ? max(.zero, budget - start.duration(to: .now)) : budget
    log(await waitForHolds(upTo: rest, clock: clock))
  }

  /// Names the holds that have expired where nobody handles anomalies.
  private func log(_ expired: [String]) {
    if onAnomaly != nil || expired.isEmpty { return }
    NSLog("%@", "\(AppLifecycleAnomaly.holdsExpired(expired))")
  }
}
