/// Decides when background work begins and ends: a pure value, without tasks, clocks or holds.
struct BackgroundRules: Sendable {
  /// What to do next.
  enum Action: Sendable {
    /// Take a hold, start the budget and the work.
    case begin
    /// The app is in the foreground again; the work goes on without a budget.
    case stopBudget
    /// The app is in the background again, and the work has not returned.
    case restartBudget
    /// Stop the budget, cancel the work unless it has returned, report and release the hold.
    case end(BackgroundWork.Outcome)
  }

  private enum Phase: Equatable, Sendable {
    case idle, running, runningInForeground
  }

  let onReturn: BackgroundWork.Return
  private var phase = Phase.idle

  init(onReturn: BackgroundWork.Return) { self.onReturn = onReturn }

  var isRunning: Bool { phase != .idle }

  /// The event that starts the work.
  mutating func wayDown() -> Action? {
    switch phase {
    case .idle:
      phase = .running
      return .begin
    case .running:
      return nil
    case .runningInForeground:
      phase = .running
      return .restartBudget
    }
  }

  /// The app entered the foreground.
  mutating func wayUp() -> Action? {
    guard phase == .running else { return nil }
    switch onReturn {
    case .finish:
      phase = .runningInForeground
      return .stopBudget
    case .cancel:
      phase = .idle
      return .end(.cancelledByReturn)
    }
  }

  /// The budget or the hold has run out, or the work has ended.
  mutating func ended(_ outcome: BackgroundWork.Outcome) -> Action? {
    guard isRunning else { return nil }
    phase = .idle
    return .end(outcome)
  }
}
