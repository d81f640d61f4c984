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

/// Decides what a Mac app does without windows. It needs methods in your delegate: see "Delegate
/// methods that you add".
///
/// ```swift
/// final class Windows: AppWindowlessDeciding {
///   func onAppShouldReopen(hasVisibleWindows: Bool) -> Bool {
///     if hasVisibleWindows { return true }
///     board.reload()
///     return false  // the window is shown; AppKit opens none
///   }
/// }
/// ```
@MainActor
public protocol AppWindowlessDeciding: AppRequestListener {
  /// The user clicked the app's icon in the Dock, or opened the running app again.
  ///
  /// - Returns: True if AppKit does what it does by default.
  func onAppShouldReopen(hasVisibleWindows: Bool) -> Bool
  /// The user closed the last window.
  ///
  /// - Returns: True if the app quits now.
  func onAppShouldTerminateAfterLastWindowClosed() -> Bool
}

extension AppWindowlessDeciding {
  /// Has no opinion.
  public func onAppShouldReopen(hasVisibleWindows: Bool) -> Bool { true }
  /// Has no opinion.
  public func onAppShouldTerminateAfterLastWindowClosed() -> Bool { false }
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
  /// are still open at its end are named in `AppLifecycleAnomaly.holdsExpired(_:)`. If this method is called again during the wait, it
  /// expires the holds and answers `.now`.
  ///
  /// ```swift
  /// let reply = mediator.askWhetherToTerminate { mayQuit in
  ///   if mayQuit { exit(0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - holdBudget: How long the holds may take after the last yes.
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
    if turns.isEmpty {
      end()
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
        if self?.state != .terminated { self?.end() }
        await self?.waitForHolds(upTo: holdBudget, clock: clock)
      }
      onDecision(mayQuit)
    }
    return .later
  }
}

/// What a Mac app's delegate does at each Quit.
///
/// After `.terminateLater` AppKit waits in a nested run loop. If a task or a block of the main
/// queue has begun the Quit, that loop does not serve the queue, and no listener could answer. Such
/// a Quit is cancelled, and made again from the run loop.
package struct QuitPlan {
  package enum Step: Sendable {
    case ask
    /// AppKit receives a cancel; the first Quit goes on.
    case refuse
    /// AppKit receives a cancel, and the run loop quits again.
    case askFromRunLoop
  }

  private enum Phase { case idle, scheduled, inRunLoop, underWay }

  /// A Quit sooner than this after the one before comes from a key that is held down.
  package static let repetition = Duration.seconds(1)

  private var phase = Phase.idle
  private var lastQuit: ContinuousClock.Instant?

  package init() {}

  /// `servesMainQueue`: a nested run loop serves the main queue. `hasEnded`: only the holds are
  /// waited for.
  package mutating func quit(
    at now: ContinuousClock.Instant, servesMainQueue: Bool, hasEnded: Bool
  ) -> Step {
    defer { lastQuit = now }
    switch phase {
    case .idle where !servesMainQueue:
      phase = .scheduled
      return .askFromRunLoop
    case .scheduled where !servesMainQueue: return .refuse
    case .idle, .scheduled, .inRunLoop:
      phase = .underWay
      return .ask
    case .underWay:
      let isRepetition = lastQuit.map { $0.duration(to: now) < Self.repetition } ?? false
      return hasEnded && !isRepetition ? .ask : .refuse
    }
  }

  /// Returns whether to quit again.
  package mutating func beginTurn() -> Bool {
    guard phase == .scheduled else { return false }
    phase = .inRunLoop
    return true
  }

  /// The delegate was not asked if its documents have cancelled.
  package mutating func endTurn() { if phase == .inRunLoop { phase = .idle } }

  package mutating func stay() { phase = .idle }
}
