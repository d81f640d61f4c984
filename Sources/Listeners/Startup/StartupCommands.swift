public import LifecycleBus

/// Runs named commands when the app launches.
///
/// ```swift
/// let startup = try StartupCommands {
///   StartupCommand("open database") { try database.open() }
///   StartupCommand("warm cache", after: ["open database"]) { try cache.warm() }
///   StartupCommand("clean up", phase: .deferred) { files.cleanUp() }
///   StartupCommand("fetch news", timeLimit: .seconds(5)) { try await news.fetch() }
/// }
/// startup.onCompletion = { print($0) }
/// mediator.attach(startup, replay: .launch)
/// ```
///
/// Each command runs in its ``StartupPhase``, after the commands that it depends on. If a command
/// fails or takes too long, only those that depend on it do not run.
///
/// The commands run once: at `didFinishLaunching`, or earlier by ``run()``. `willTerminate` and the
/// release of this object stop them; detaching does not.
public final class StartupCommands: AppLifecycleListener {
  /// The outcome of each command so far.
  public private(set) var report = StartupReport()
  /// Called once on the main actor with the whole report.
  public var onCompletion: (@MainActor (StartupReport) -> Void)?

  private let commands: [StartupCommand<Any>]
  private let clock: any Clock<Duration>
  private let later: @MainActor (@escaping @MainActor @Sendable () -> Void) -> Void
  private var sinceLaunch: Stopwatch?
  private var schedule: StartupSchedule
  private var isTurnRequested = false
  private var running: [RunningCommand?]
  private var mediators = AttachedMediators()
  /// Whether it was attached before a delegate asked at the launch.
  /// The callers of ``finished()``.
  private var waiters: [AsyncStream<Void>.Continuation] = []

  /// Makes a listener from the commands in a trailing closure.
  ///
  /// - Parameters:
  ///   - clock: Measures the commands and their time limits; for tests.
  ///   - later: Runs a closure in a later turn of the main queue; for tests.
  ///   - commands: The commands, in their order.
  /// - Throws: A `StartupError` if names or dependencies do not fit.
  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    later: @escaping @MainActor (@escaping @MainActor @Sendable () -> Void) -> Void = { work in
      Task { @MainActor in work() }
    },
    @AppLifecycleListBuilder<StartupCommand<Any>> commands: () -> [StartupCommand<Any>]
  ) throws(StartupError) {
    self.commands = commands()
    self.clock = clock
    self.later = later
    let nodes = self.commands.map {
      StartupOrder.Node(name: $0.name, dependencies: $0.dependencies, phase: $0.phase)
    }
    schedule = StartupSchedule(try StartupOrder(nodes))
    running = nodes.map { _ in nil }
  }

  deinit {
    for command in running { command?.cancel() }
  }

  /// Runs the critical commands now, and starts or schedules the others.
  ///
  /// Call it in the delegate's launch method, or in an `AppLaunchAction` of
  /// `LifecycleBusDelegates`. The launch event then does nothing.
  public func run() {
    guard sinceLaunch == nil else { return }
    sinceLaunch = Stopwatch(clock)
    while let step = schedule.next(.critical) { perform(step) }
    report.launchDuration = elapsed
    advance()
  }

  /// Waits until every command has an outcome. You may call it before the launch.
  ///
  /// The wait ends early if the task is cancelled. There is none if the mediator was released before
  /// the launch.
  ///
  /// - Returns: The outcomes so far, which are all of them if `isComplete` is true.
  public func finished() async -> StartupReport {
    let (end, waiter) = AsyncStream.makeStream(of: Void.self)
    waiters.append(waiter)
    endWaits()
    for await _ in end {}
    return report
  }

  fileprivate func endWaits() {
    guard report.isComplete || sinceLaunch == nil && mediators.areGone else { return }
    for waiter in waiters { waiter.finish() }
    waiters = []
  }

  /// Notes the mediator, for ``finished()``.
  public func onAttach(to mediator: AppLifecycleMediator) {
    mediators.add(mediator)
  }

  /// Calls ``run()``.
  public func onAppDidFinishLaunching() {
    run()
  }

  /// Cancels the commands that run.
  public func onAppWillTerminate() {
    for index in schedule.unsettled { end(index, .terminated) }
    completeIfDone()
  }

  /// Starts what is ready, and one deferred command in each turn of the main queue.
  private func advance() {
    while let step = schedule.next(.asynchronous) { perform(step) }
    if schedule.isReady(.deferred), !isTurnRequested {
      isTurnRequested = true
      later { [weak self] in
        guard let self else { return }
        isTurnRequested = false
        if let step = schedule.next(.deferred) { perform(step) }
        advance()
      }
    }
    completeIfDone()
  }

  private func perform(_ step: StartupSchedule.Step) {
    switch step {
    case .skip(let index, let dependency):
      end(index, .skipped(dependency: commands[dependency].name))
    case .run(let index):
      switch commands[index].work {
      case .inPlace(let work): run(work, index)
      case .task(let work): start(work, index)
      }
    }
  }

  private func run(_ work: @MainActor () throws -> Void, _ index: Int) {
    let start = elapsed
    var outcome = StartupReport.Outcome.succeeded
    do { try work() } catch { outcome = .failed(error) }
    end(index, outcome, since: start)
  }

  private func start(_ work: @escaping @MainActor () async throws -> Void, _ index: Int) {
    let task = Task { [weak self] in
      // The object is not kept while the command runs, so that its release cancels the command.
      guard self?.running[index] != nil else { return }
      var outcome = StartupReport.Outcome.succeeded
      do { try await work() } catch { outcome = .failed(error) }
      self?.endTask(index, outcome)
    }
    let timer = commands[index].timeLimit.map { limit in
      Task.after(limit, on: clock) { [weak self] in self?.endTask(index, .timedOut(limit: limit)) }
    }
    running[index] = RunningCommand(work: task, timer: timer, start: elapsed)
  }

  /// Does nothing for a command that has ended.
  private func endTask(_ index: Int, _ outcome: StartupReport.Outcome) {
    guard running[index] != nil else { return }
    end(index, outcome)
    advance()
  }

  private func end(
    _ index: Int, _ outcome: StartupReport.Outcome, since start: Duration? = nil
  ) {
    let now = elapsed
    let ended = running[index]
    running[index] = nil
    ended?.cancel()
    guard schedule.settle(index, hasSucceeded: outcome.isSuccess) else { return }
    let start = start ?? ended?.start ?? now
    report.entries.append(
      .init(
        name: commands[index].name, phase: commands[index].phase, start: start,
        duration: now - start, outcome: outcome))
  }

  private func completeIfDone() {
    guard schedule.unsettled.isEmpty, !report.isComplete else { return }
    report.isComplete = true
    onCompletion?(report)
    endWaits()
  }

  private var elapsed: Duration { sinceLaunch?.elapsed ?? .zero }
}

private struct RunningCommand {
  let work: Task<Void, Never>
  let timer: Task<Void, Never>?
  let start: Duration

  func cancel() {
    work.cancel()
    timer?.cancel()
  }
}
