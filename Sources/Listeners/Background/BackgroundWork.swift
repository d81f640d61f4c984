public import LifecycleBus

/// Asynchronous work when the app goes to the background or ends, under a hold and a budget.
///
/// ```swift
/// let upload = BackgroundWork("upload", mediator: mediator) { try await queue.flush() }
/// upload.onOutcome = { print("upload", $0) }
/// mediator.attach(upload)
/// ```
///
/// On `didEnterBackground` (or `willTerminate`) it takes a hold, so that the signal source or the
/// system's background task waits before the process is suspended or ended, and starts the work as
/// a task of its own. When the budget runs out, or the hold expires first, the work is cancelled
/// and the hold is released at once, also if the work ignores its cancellation. Each run has one
/// ``Outcome``.
///
/// No two operations overlap: a run that begins while a cancelled operation has not returned waits
/// for it, within its own budget. However often the app leaves and returns meanwhile, one operation
/// lives and at most one run waits.
///
/// The event posted again during a run changes nothing. When something changes during a run, one
/// more run follows it, under a hold and a budget of its own, so that the last change is never
/// missed: call ``workChanged()``, or rely on the app's return to the foreground, which counts as a
/// change. A run that was cancelled or ran out of time is not followed by another.
///
/// A run keeps this object alive until it is over, so that work that has begun survives the
/// detaching of the listener and the release of the mediator.
public final class BackgroundWork: AppNamedListener {
  /// Which event the work belongs to.
  public enum Trigger: Sendable, Hashable {
    /// Each time the app goes to the background. The right choice on a phone, where most apps are
    /// ended without `willTerminate`.
    case didEnterBackground
    /// Only when the process is about to end.
    case willTerminate
  }

  /// What happens to work that has not returned when the app enters the foreground again.
  public enum Return: Sendable, Hashable {
    /// It goes on, without a budget as long as the app is in the foreground.
    case finish
    /// It is cancelled.
    case cancel
  }

  /// How a run ended.
  public enum Outcome: Sendable {
    /// The work returned.
    case finished
    /// The work threw this error.
    case failed(any Error)
    /// The budget ran out, or the hold expired, before the work returned.
    case outOfTime
    /// The app entered the foreground again before the work returned.
    case cancelledByReturn
  }

  /// Takes a hold, with a reason and an action for its expiry; `nil` where there is no mediator to
  /// take it from.
  public typealias HoldTaker =
    @MainActor (
      _ reason: String, _ onExpiration: @escaping @MainActor @Sendable () -> Void
    ) -> AppLifecycleHold?

  /// The reason of the holds that it takes.
  public let name: String
  /// The name, so that a probe can tell one piece of work from another.
  public var listenerName: String { name }
  /// Called once at the end of each run, on the main actor.
  public var onOutcome: (@MainActor (Outcome) -> Void)?
  /// How the last run ended; `nil` before the first has.
  public private(set) var lastOutcome: Outcome?

  private let trigger: Trigger
  private let budget: Duration
  private let clock: any Clock<Duration>
  private let takeHold: HoldTaker
  private let work: @MainActor () async throws -> Void
  private var rules: BackgroundRules
  private var runNumber = 0
  private var hold: AppLifecycleHold?
  private var operation: Task<Void, Never>?
  private var budgetTask: Task<Void, Never>?

  /// Makes a listener that takes its holds with a closure, for a mediator that is made later or
  /// does not exist.
  ///
  /// - Parameters:
  ///   - name: The reason of the holds.
  ///   - trigger: The event that starts the work.
  ///   - budget: How long the work may take.
  ///   - onReturn: What happens to the work when the app enters the foreground before it returned.
  ///   - clock: Measures the budget; a test supplies its own.
  ///   - takeHold: Takes a hold, on the main actor, inside the event.
  ///   - work: Called on the main actor, in a task of its own. When it is cancelled it should end
  ///     soon.
  public init(
    _ name: String, on trigger: Trigger = .didEnterBackground, budget: Duration = .seconds(5),
    onReturn: Return = .finish, clock: any Clock<Duration> = ContinuousClock(),
    takeHold: @escaping HoldTaker, work: @escaping @MainActor () async throws -> Void
  ) {
    self.name = name
    self.trigger = trigger
    self.budget = budget
    self.clock = clock
    self.takeHold = takeHold
    self.work = work
    rules = BackgroundRules(onReturn: onReturn)
  }

  /// Makes a listener that takes its holds from a mediator, which it does not keep.
  ///
  /// The parameters are those of the other initializer. After the mediator is released, runs take
  /// no hold.
  ///
  /// - Parameters:
  ///   - name: The reason of the holds.
  ///   - trigger: The event that starts the work.
  ///   - budget: How long the work may take.
  ///   - onReturn: What happens to the work when the app enters the foreground before it returned.
  ///   - clock: Measures the budget; a test supplies its own.
  ///   - mediator: Gives the holds.
  ///   - work: Called on the main actor, in a task of its own. When it is cancelled it should end
  ///     soon.
  public convenience init(
    _ name: String, on trigger: Trigger = .didEnterBackground, budget: Duration = .seconds(5),
    onReturn: Return = .finish, clock: any Clock<Duration> = ContinuousClock(),
    mediator: AppLifecycleMediator, work: @escaping @MainActor () async throws -> Void
  ) {
    self.init(
      name, on: trigger, budget: budget, onReturn: onReturn, clock: clock,
      takeHold: { [weak mediator] in mediator?.hold($0, onExpiration: $1) }, work: work)
  }

  /// Whether a run has begun and has no outcome yet.
  public var isRunning: Bool { rules.isRunning }

  /// Says that what the work works on has changed.
  ///
  /// Where the work has started and not returned, exactly one more run follows, however often this
  /// is called. Otherwise it does nothing, because the next run starts after the change.
  public func workChanged() { rules.change() }

  /// Starts, continues or cancels the work.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: The states around the event.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    // A replayed event is over, so that a hold could not delay it.
    if context.origin == .replayed { return }
    switch event {
    case .didEnterBackground: if trigger == .didEnterBackground { perform(rules.wayDown()) }
    case .willTerminate: if trigger == .willTerminate { perform(rules.wayDown()) }
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
    hold = takeHold(name) { [weak self] in self?.outOfTime(run) }
    if hold?.wasTakenTooLate == true { return perform(rules.outOfTime()) }
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
    budgetTask = Task { [weak self, clock, budget] in
      guard (try? await clock.sleep(for: budget)) != nil, !Task.isCancelled else { return }
      self?.outOfTime(run)
    }
  }

  private func stopBudget() {
    budgetTask?.cancel()
    budgetTask = nil
  }

  /// Ends a run; does nothing if a later run has begun.
  private func outOfTime(_ run: Int) {
    if run == runNumber { perform(rules.outOfTime()) }
  }

  private func end(_ outcome: Outcome) {
    stopBudget()
    operation?.cancel()
    let hold = self.hold
    self.hold = nil
    // Reported before the hold is released, because the process may be suspended or ended as soon
    // as it is. A run that follows takes its hold before that, too.
    lastOutcome = outcome
    onOutcome?(outcome)
    perform(rules.followUp())
    hold?.release()
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
