public import LifecycleBus

/// Runs named commands when the app launches, and reports how each of them ended.
///
/// ```swift
/// let startup = StartupCommands {
///   StartupCommand("open database") { try database.open() }
///   StartupCommand("clean up", timeLimit: nil) { files.cleanUp() }
///   StartupCommand("fetch news", timeLimit: .seconds(5)) { try await news.fetch() }
/// }
/// startup.onCompletion = { print($0) }
/// mediator.attach(startup, replay: .launch)
/// ```
///
/// Here the database is opened first, during the launch event. Then the other two start as tasks,
/// in the order of the list.
///
/// A command that fails or takes too long doesn't stop the others. If one step needs another, put
/// both into one command. At `willTerminate`, or when this object is released, running tasks are
/// cancelled.
public final class StartupCommands: AppLifecycleListener {
  /// The outcome of each command that has ended so far.
  public private(set) var report = StartupReport()
  /// Called once on the main actor, with the whole report, when the last command has ended.
  public var onCompletion: (@MainActor (StartupReport) -> Void)?

  private let steps: [Step]
  private let clock: (any Clock<Duration>)?
  private let stopwatch: Stopwatch
  private var hasBegun = false
  private var tasks: [Task<Void, any Error>] = []

  /// Makes a listener from the commands in a trailing closure.
  public convenience init(
    @AppLifecycleListBuilder<StartupCommand> commands: () -> [StartupCommand]
  ) {
    self.init(clock: nil, commands())
  }

  init(clock: (any Clock<Duration>)?, _ commands: [StartupCommand]) {
    steps = commands.map { Step($0) }
    self.clock = clock
    stopwatch = if let clock { Stopwatch(clock) } else { Stopwatch(SuspendingClock()) }
  }

  deinit {
    for task in tasks {
      task.cancel()
    }
  }

  /// Runs the commands now. The launch event then does nothing.
  ///
  /// Call it in the delegate's launch method, if the system requires a step before that method
  /// returns, such as registering background tasks.
  public func run() {
    guard !hasBegun else { return }
    hasBegun = true

    // An earlier command may have ended the app.
    for step in steps where !step.hasEnded {
      if case .inPlace(let work) = step.command.work {
        perform(step, work)
      }
    }
    for step in steps where !step.hasEnded {
      if case .task(let limit, let work) = step.command.work {
        start(step, limit, work)
      }
    }
    completeIfDone()
  }

  /// Runs the commands at launch, and cancels them at termination.
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
    for step in steps {
      end(step, .terminated)
    }
  }

  private func perform(_ step: Step, _ work: @MainActor () throws -> Void) {
    step.start = stopwatch.elapsed
    do {
      try work()
      end(step, .succeeded)
    } catch {
      end(step, .failed(error))
    }
  }

  /// The tasks don't keep this object, so that its release cancels them.
  private func start(
    _ step: Step, _ limit: Duration?, _ work: @escaping @MainActor () async throws -> Void
  ) {
    step.start = stopwatch.elapsed
    step.tasks = [
      Task { [weak self] in
        // The app may have ended before the first turn.
        try Task.checkCancellation()
        do {
          try await work()
          self?.end(step, .succeeded)
        } catch {
          self?.end(step, .failed(error))
        }
      }
    ]

    if let limit {
      let sleep = RunningTime.sleeper(for: limit, on: clock)
      // Not on the main actor, so that work there doesn't count as time in which nothing runs.
      let timer = Task { @concurrent [weak self] in
        try await sleep()
        await self?.end(step, .timedOut(limit: limit))
      }
      step.tasks.append(timer)
    }
    tasks += step.tasks
  }

  private func end(_ step: Step, _ outcome: StartupReport.Outcome) {
    guard !step.hasEnded else { return }
    step.hasEnded = true
    for task in step.tasks {
      task.cancel()
    }

    let duration = step.start.map { stopwatch.elapsed - $0 } ?? .zero
    report.entries.append(.init(name: step.command.name, duration: duration, outcome: outcome))
    completeIfDone()
  }

  private func completeIfDone() {
    let isDone = report.entries.count == steps.count
    guard isDone, !report.isComplete else { return }

    report.isComplete = true
    onCompletion?(report)
  }
}

@MainActor
private final class Step {
  let command: StartupCommand
  var hasEnded = false
  var start: Duration?
  var tasks: [Task<Void, any Error>] = []

  init(_ command: StartupCommand) { self.command = command }
}
