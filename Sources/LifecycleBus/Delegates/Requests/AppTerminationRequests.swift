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
  /// Called after the listener has answered ``AppTerminationReply/later``, unless another one has
  /// cancelled. Its first part runs before the delegate method returns.
  ///
  /// No deadline applies, so wait for the user for as long as it takes. One false ends the attempt:
  /// the app stays, the tasks of the listeners that are still asked are cancelled, and the next
  /// attempt asks again. If all answer true, the app quits when the holds are released. The default
  /// answers true at once.
  ///
  /// - Returns: Whether the app may quit.
  func onAppDecideTermination() async -> Bool
}

extension AppTerminationDeciding {
  /// Agrees: the listener waits for nothing but its holds.
  ///
  /// - Returns: True.
  public func onAppDecideTermination() async -> Bool { true }
}

/// Whether an app may quit; the portable equivalent of `NSApplication.TerminateReply`.
public enum AppTerminationReply: Sendable {
  /// The app may quit.
  case now
  /// The listener answers in ``AppTerminationDeciding/onAppDecideTermination()``. After a yes of all
  /// listeners the app quits once the holds on the mediator are released, so work that needs time
  /// takes a hold first.
  case later
  /// The app stays.
  case cancel
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppTerminationDeciding`` listener, also after one has
  /// cancelled; then, if none has, those that answered later, all at once.
  ///
  /// Their second answers have no deadline. A listener that is detached or freed meanwhile has no
  /// say. One no is the decision; else it is yes, after the holds are released or `holdBudget`,
  /// which begins with the last yes, has run out. An app that becomes active meanwhile still waits
  /// for its holds. After a no the holds stay open, and the app goes on as before.
  ///
  /// ```swift
  /// let reply = mediator.askWhetherToTerminate { mayQuit in
  ///   if mayQuit { exit(0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - holdBudget: How long to wait for the holds at most.
  ///   - clock: Measures the budget; a test brings its own.
  ///   - onDecision: After `.later`, called once with the decision, in a later turn of the main
  ///     actor; else never.
  /// - Returns: Cancel if one answers so, else later if one answers so, else now.
  public func askWhetherToTerminate(
    holdBudget: Duration = requestDeadline, clock: any Clock<Duration> = ContinuousClock(),
    onDecision: @escaping @MainActor (_ mayQuit: Bool) -> Void
  ) -> AppTerminationReply {
    let answers = ask((any AppTerminationDeciding).self) { $0.onAppShouldTerminate() }
    if answers.contains(where: { $0.value == .cancel }) { return .cancel }
    let turns = answers.filter { $0.value == .later }.map(\.turn)
    if turns.isEmpty { return .now }
    let request = request(
      "onAppDecideTermination", of: turns, missing: false, until: { !$0 }
    ) { (listener: any AppTerminationDeciding) in await listener.onAppDecideTermination() }
    let decision = MainActorContext.startAtOnce {
      await request.answers(deadline: nil, clock: clock).allSatisfy { $0 }
    }
    // The mediator is not kept while the user thinks.
    Task { [weak self] in
      let mayQuit = await decision.value
      if mayQuit { await self?.waitForAllHolds(upTo: holdBudget, clock: clock) }
      onDecision(mayQuit)
    }
    return .later
  }

  /// Waits for the holds within the budget. An app that becomes active meanwhile ends a wait and
  /// leaves the holds open, so that the rest of the budget is waited for here.
  private func waitForAllHolds(upTo budget: Duration, clock: some Clock<Duration>) async {
    let end = clock.now.advanced(by: budget)
    repeat {
      await waitForHolds(upTo: clock.now.duration(to: end), clock: clock)
    } while !openHolds.isEmpty
  }
}
