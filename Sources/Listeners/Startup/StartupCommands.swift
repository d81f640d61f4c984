public import LifecycleBus

/// Runs named commands when the app launches.
///
/// ```swift
/// let startup = StartupCommands {
///   StartupCommand("open database") { try database.open() }
///   StartupCommand("clean up", phase: .deferred) { files.cleanUp() }
///   StartupCommand("fetch news", timeLimit: .seconds(5)) { try await news.fetch() }
/// }
/// startup.onCompletion = { print($0) }
/// mediator.attach(startup, replay: .launch)
/// ```
///
/// The commands of a ``StartupPhase`` begin in the order of the list. One that fails or takes too long
/// stops no other, so put a step and what can't run without it into one command.
///
/// They run once: at `didFinishLaunching`, or earlier by ``run()``. `willTerminate` and the release of
/// this object stop them; detaching doesn't.
public final class StartupCommands: AppLifecycleListener {
  /// The outcome of each command so far.
  public private(set) var report = StartupReport()
  /// Called once on the main actor with the whole report.
  public var onCompletion: (@MainActor (StartupReport) -> Void)?

  private let commands: [StartupCommand]
  private let clock: (any Clock<Duration>)?
  private var sinceLaunch: Stopwatch?
  private var waiting: [Int]
  private var running: [Int: RunningCommand] = [:]

  /// Makes a listener from the commands in a trailing closure.
  public convenience init(
    @AppLifecycleListBuilder<StartupCommand> commands: () -> [StartupCommand]
  ) {
    self.init(clock: nil, commands())
  }

  init(clock: (any Clock<Duration>)?, _ commands: [StartupCommand]) {
    self.commands = commands
    self.clock = clock
    waiting = Array(commands.indices)
  }

  deinit {
    for command in running.values {
      command.cancel()
    }
  }

  /// Runs the critical commands now, and starts the others, for example in the delegate's launch
  /// method. The launch event then does nothing.
  public func run() {
    guard sinceLaunch == nil else { return }
    startStopwatch()

    // Asked anew each time, because a command may end the app.
    while let index = next(.critical) {
      perform(index)
    }
    for index in waiting where commands[index].phase == .asynchronous {
      perform(index)
    }
    performDeferred()

    completeIfDone()
  }

  /// Runs the commands at launch, and cancels them at the end.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    switch event {
    case .didFinishLaunching:
      run()
    case .willTerminate:
      stop()
    default:
      break
    }
  }

  private func stop() {
    if sinceLaunch == nil {
      startStopwatch()
    }
    for index in waiting {
      end(index, .terminated, since: running[index]?.start)
    }
    completeIfDone()
  }

  private func startStopwatch() {
    sinceLaunch = if let clock { Stopwatch(clock) } else { Stopwatch(SuspendingClock()) }
  }

  private func next(_ phase: StartupPhase) -> Int? {
    waiting.first { commands[$0].phase == phase }
  }

  /// One in each turn of the main actor.
  private func performDeferred() {
    guard next(.deferred) != nil else { return }

    Task { [weak self] in
      guard let self, let index = next(.deferred) else { return }

      perform(index)
      performDeferred()
      completeIfDone()
    }
  }

  private func perform(_ index: Int) {
    switch commands[index].work {
    case .inPlace(let work):
      performInPlace(index, work)
    case .task(let limit, let work):
      startTask(index, limit, work)
    }
  }

  private func performInPlace(_ index: Int, _ work: @MainActor () throws -> Void) {
    let start = elapsed
    do {
      try work()
      end(index, .succeeded, since: start)
    } catch {
      end(index, .failed(error), since: start)
    }
  }

  /// The task and its timer don't keep this object, so that its release cancels them.
  private func startTask(
    _ index: Int, _ limit: Duration?, _ work: @escaping @MainActor () async throws -> Void
  ) {
    let start = elapsed

    let task = Task { [weak self] in
      guard self?.waiting.contains(index) == true else { return }

      var outcome = StartupReport.Outcome.succeeded
      do {
        try await work()
      } catch {
        outcome = .failed(error)
      }
      self?.end(index, outcome, since: start)
      self?.completeIfDone()
    }

    let timer = limit.map { limit in
      Task.after(limit, on: clock) { [weak self] in
        self?.end(index, .timedOut(limit: limit), since: start)
        self?.completeIfDone()
      }
    }

    running[index] = RunningCommand(work: task, timer: timer, start: start)
  }

  private func end(_ index: Int, _ outcome: StartupReport.Outcome, since start: Duration?) {
    guard let place = waiting.firstIndex(of: index) else { return }
    waiting.remove(at: place)
    running.removeValue(forKey: index)?.cancel()

    let now = elapsed
    report.entries.append(
      .init(
        name: commands[index].name, phase: commands[index].phase, start: start ?? now,
        duration: now - (start ?? now), outcome: outcome))
  }

  private func completeIfDone() {
    guard waiting.isEmpty, !report.isComplete else { return }

    report.isComplete = true
    onCompletion?(report)
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
