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
  ///
  /// - Returns: Whether the app quits now, later or not.
  func onAppShouldTerminate() -> AppTerminationReply
  /// Called after the answer ``AppTerminationReply/later``, unless another listener has cancelled.
  ///
  /// Its first part runs before the delegate method returns. No deadline applies, so you may ask
  /// the user. If one listener returns false, the app stays, and the other tasks are cancelled. If
  /// all return true, the app quits when the holds are released.
  ///
  /// - Returns: Whether the app may quit. The default returns true.
  func onAppDecideTermination() async -> Bool
}

extension AppTerminationDeciding {
  /// Answers true.
  public func onAppDecideTermination() async -> Bool { true }
}

/// Whether an app may quit; the portable equivalent of `NSApplication.TerminateReply`.
public enum AppTerminationReply: Sendable {
  /// The app may quit.
  case now
  /// The listener answers in ``AppTerminationDeciding/onAppDecideTermination()``. Work that needs
  /// time takes a hold first.
  case later
  /// The app stays.
  case cancel
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppTerminationDeciding`` listener, and then those that
  /// answered later.
  ///
  /// The second answers have no deadline. A listener that is detached meanwhile has no say. If one
  /// says no, the holds stay open and the app goes on.
  ///
  /// If all agree, the listeners receive `willTerminate`, and what the policy adds before it; the
  /// mediator delivers nothing afterwards. Then the open holds are waited for. Those that expire
  /// are named in ``/LifecycleBus/AppLifecycleAnomaly/holdsExpired(_:)``, or in the log without
  /// `onAnomaly`. Asking again during this wait expires the holds, and answers now.
  ///
  /// ```swift
  /// let reply = mediator.askWhetherToTerminate { mayQuit in
  ///   if mayQuit { exit(0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - holdBudget: How long listeners and holds may take after the last yes. Time in which the
  ///     process does not run does not count.
  ///   - clock: Measures the budget instead; for tests.
  ///   - onDecision: Called after `.later` only, once, in a later turn of the main actor.
  /// - Returns: Cancel if one answers so, else later if one answers so or a hold is open, else now.
  public func askWhetherToTerminate(
    holdBudget: Duration = requestDeadline, clock: (any Clock<Duration>)? = nil,
    onDecision: @escaping @MainActor (_ mayQuit: Bool) -> Void
  ) -> AppTerminationReply {
    if state == .terminated {
      log(expireHolds())
      return .now
    }
    let answers = answers(of: (any AppTerminationDeciding).self) { $0.onAppShouldTerminate() }
    if answers.contains(where: { $0.value == .cancel }) { return .cancel }
    let turns = answers.filter { $0.value == .later }.map(\.turn)
    if turns.isEmpty {
      let start = ContinuousClock.now
      relayEnd()
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
        self?.relayEnd()
        await self?.waitForLastHolds(upTo: holdBudget, since: start, clock: clock)
      }
      onDecision(mayQuit)
    }
    return .later
  }

  private func waitForLastHolds(
    upTo budget: Duration, since start: ContinuousClock.Instant, clock: (any Clock<Duration>)?
  ) async {
    let rest = clock == nil ? max(.zero, budget - start.duration(to: .now)) : budget
    log(await waitForHolds(upTo: rest, clock: clock))
  }

  /// Where nobody handles anomalies.
  private func log(_ expired: [String]) {
    if onAnomaly != nil || expired.isEmpty { return }
    NSLog("%@", "\(AppLifecycleAnomaly.holdsExpired(expired))")
  }
}
