public import LifecycleBus

/// Runs asynchronous work when the app goes to the background or ends.
///
/// ```swift
/// let upload = BackgroundWork("upload") { try await queue.flush() }
/// upload.onOutcome = { print("upload", $0) }
/// mediator.attach(upload)
/// ```
///
/// At `didEnterBackground`, or another event that you name, it takes a hold, so that the process
/// waits, and starts the work as a task. When the budget runs out, the work is cancelled and the
/// hold is released at once.
///
/// No two runs overlap: a run waits, within its budget, for cancelled work that has not returned.
/// Detaching the listener does not end a run.
public final class BackgroundWork: AppNamedListener {
  /// How a run ended.
  public enum Outcome: Sendable {
    /// The work returned.
    case finished
    /// The work threw this error.
    case failed(any Error)
    /// The budget ran out, or the hold expired.
    case outOfTime
    /// The app entered the foreground before the work returned.
    case cancelledByReturn
  }

  /// The reason of the holds.
  public let listenerName: String
  /// Called on the main actor at the end of each run.
  public var onOutcome: (@MainActor (Outcome) -> Void)?
  private let event: AppLifecycleEvent
  private let budget: Duration
  private let clock: (any Clock<Duration>)?
  private let work: @MainActor () async throws -> Void
  private var rules: BackgroundRules
  private var runNumber = 0
  private var mediators = AttachedMediators()
  private var holds: [AppLifecycleHold] = []
  private var operation: Task<Void, Never>?
  private var timer: Task<Void, Never>?

  /// Makes a listener that runs work.
  ///
  /// - Parameters:
  ///   - name: The reason of the holds.
  ///   - event: What starts the work. On a phone most apps are ended without `willTerminate`.
  ///   - budget: How long the work may take. Time in which the process does not run does not count.
  ///   - cancelsOnReturn: True to cancel the work when the app enters the foreground again; false
  ///     to let it go on, without a budget while the app is in the foreground.
  ///   - clock: Measures the budget instead; for tests.
  ///   - work: Called on the main actor, in a new task. It should end soon after it is cancelled.
  public init(
    _ name: String, on event: AppLifecycleEvent = .didEnterBackground,
    budget: Duration = .seconds(5), cancelsOnReturn: Bool = false,
    clock: (any Clock<Duration>)? = nil,
    work: @escaping @MainActor () async throws -> Void
  ) {
    listenerName = name
    self.event = event
    self.budget = budget
    self.clock = clock
    self.work = work
    rules = BackgroundRules(cancelsOnReturn: cancelsOnReturn)
  }

  /// True while a run has no outcome.
  public var isRunning: Bool { rules.isRunning }

  /// Keeps the mediator weakly, to take holds on it.
  public func onAttach(to mediator: AppLifecycleMediator) { mediators.add(mediator) }

  /// Starts, continues or cancels the work.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    // A replayed event is over, so that a hold could not delay it.
    if context.origin == .replayed { return }
    switch event {
    case self.event: perform(rules.wayDown())
    case .willEnterForeground, .didBecomeActive: perform(rules.wayUp())
    default: break
    }
  }

  private func perform(_ action: BackgroundRules.Action?) {
    switch action {
    case .begin: begin()
    case .startWork: startWork()
    case .stopBudget: stopBudget()
    case .restartBudget: startBudget()
    case .end(let outcome): end(outcome)
    case nil: break
    }
  }

  private func begin() {
    runNumber += 1
    let run = runNumber
    holds = mediators.living.map { $0.hold(listenerName) { [weak self] in self?.outOfTime(run) } }
    if !holds.isEmpty, holds.allSatisfy(\.wasTakenTooLate) { return perform(rules.outOfTime()) }
    startBudget()
    perform(rules.begun())
  }

  private func startWork() {
    operation = Task {
      var outcome = Outcome.finished
      if !Task.isCancelled {
        do { try await work() } catch { outcome = .failed(error) }
      }
      operation = nil
      perform(rules.workReturned(outcome))
    }
  }

  private func startBudget() {
    stopBudget()
    let run = runNumber
    timer = .after(budget, on: clock) { [weak self] in self?.outOfTime(run) }
  }

  private func stopBudget() {
    timer?.cancel()
    timer = nil
  }

  /// Ends a run; does nothing if a later run has begun.
  private func outOfTime(_ run: Int) {
    if run == runNumber { perform(rules.outOfTime()) }
  }

  private func end(_ outcome: Outcome) {
    stopBudget()
    operation?.cancel()
    let holds = self.holds
    self.holds = []
    // Reported before the holds are released, because the process may be suspended or ended as soon
    // as they are. A run that follows takes its holds before that, too.
    onOutcome?(outcome)
    perform(rules.followUp())
    for hold in holds { hold.release() }
  }
}

extension BackgroundWork.Outcome: CustomStringConvertible {
  /// In a few words.
  public var description: String {
    switch self {
    case .finished: "finished"
    case .failed(let error): "failed: \("\(error)".onOneLine)"
    case .outOfTime: "ran out of time"
    case .cancelledByReturn: "was cancelled, because the app returned to the foreground"
    }
  }
}
