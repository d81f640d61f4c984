/// Decides when background work begins and ends: a pure value.
///
/// A *run* begins with the event and ends with an outcome. A cancelled operation may return later.
struct BackgroundRules: Sendable {
  enum Action: Sendable {
    /// Take a hold, start the budget, then call ``BackgroundRules/begun()``.
    case begin
    case startWork
    /// The run goes on in the foreground, without a budget.
    case stopBudget
    /// The run goes on in the background.
    case restartBudget
    /// Stop the budget, cancel the operation if it lives, report, call
    /// ``BackgroundRules/followUp()``, then release the hold.
    case end(BackgroundWork.Outcome)
  }

  private enum Run: Equatable, Sendable {
    case none, inBackground, inForeground
  }

  private enum Work: Equatable, Sendable {
    case none, running
    /// Its run is over, and it has not returned yet.
    case cancelled
  }

  let cancelsOnReturn: Bool
  private var run = Run.none
  private var work = Work.none
  /// The user was back during the operation; one more run follows.
  private var hasChanged = false

  init(cancelsOnReturn: Bool) { self.cancelsOnReturn = cancelsOnReturn }

  var isRunning: Bool { run != .none }

  mutating func wayDown() -> Action? {
    switch run {
    case .none:
      run = .inBackground
      hasChanged = false
      return .begin
    case .inBackground:
      return nil
    case .inForeground:
      run = .inBackground
      // The operation started before the user was back, and does not know what happened since.
      if work == .running { hasChanged = true }
      return .restartBudget
    }
  }

  /// The run has its hold and its budget, but waits for a cancelled operation.
  mutating func begun() -> Action? {
    guard isRunning, work == .none else { return nil }
    work = .running
    return .startWork
  }

  mutating func wayUp() -> Action? {
    // A run that would follow up begins with the next way down.
    if run == .none { hasChanged = false }
    guard run == .inBackground else { return nil }
    if cancelsOnReturn { return abandon(.cancelledByReturn) }
    run = .inForeground
    return .stopBudget
  }

  mutating func outOfTime() -> Action? { isRunning ? abandon(.outOfTime) : nil }

  mutating func workReturned(_ outcome: BackgroundWork.Outcome) -> Action? {
    let wasCancelled = work == .cancelled
    work = .none
    if wasCancelled { return begun() }
    guard isRunning else { return nil }
    // In the foreground a change waits for the next way down.
    if run == .inForeground { hasChanged = false }
    run = .none
    return .end(outcome)
  }

  /// One more run after the report, if something may have changed.
  mutating func followUp() -> Action? {
    guard run == .none, hasChanged else { return nil }
    return wayDown()
  }

  private mutating func abandon(_ outcome: BackgroundWork.Outcome) -> Action {
    run = .none
    hasChanged = false
    if work == .running { work = .cancelled }
    return .end(outcome)
  }
}
