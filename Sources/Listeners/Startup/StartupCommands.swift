public import LifecycleBus

/// Runs named commands when the app launches.
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
/// Commands of one kind begin in the order of the list. One that fails or takes too long
/// stops no other, so put a step and what can't run without it into one command.
///
/// They run once: at `didFinishLaunching`, or earlier by ``run()``. `willTerminate` and the release of
/// this object stop them; detaching doesn't.
public final class StartupCommands: AppLifecycleListener {
  /// The outcome of each command so far.
  public private(set) var report = StartupReport()
  /// Called once on the main actor with the whole report.
  public var onCompletion: (@MainActor (StartupReport) -> Void)?

  private let steps: [Step]
  private let clock: (any Clock<Duration>)?
  private let stopwatch: Stopwatch
  private var hasBegun = false
  private var tasks: [Task<Void, Never>] = []

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

  /// Runs the commands now, and starts the `async` ones, for example in the delegate's launch
  /// method. The launch event then does nothing.
  public func run() {
    guard !hasBegun else { return }
    hasBegun = true

    for step in steps {
      if case .inPlace(let work) = step.command.work {
        perform(step, work)
      }
    }
    for step in steps {
      if case .task(let limit, let work) = step.command.work {
        start(step, limit, work)
      }
    }
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
    hasBegun = true
    for step in steps {
      end(step, .terminated)
    }
    completeIfDone()
  }

  private func perform(_ step: Step, _ work: @MainActor () throws -> Void) {
    // An earlier command may have ended the app.
    guard !step.hasEnded else { return }

    step.start = stopwatch.elapsed
    do {
      try work()
      end(step, .succeeded)
    } catch {
      end(step, .failed(error))
    }
  }

  /// The task and its timer don't keep this object, so that its release cancels them.
  private func start(
    _ step: Step, _ limit: Duration?, _ work: @escaping @MainActor () async throws -> Void
  ) {
    guard !step.hasEnded else { return }
    step.start = stopwatch.elapsed

    let task = Task { [weak self] in
      // The app may have ended before the first turn.
      guard !Task.isCancelled else { return }

      var outcome = StartupReport.Outcome.succeeded
      do {
        try await work()
      } catch {
        outcome = .failed(error)
      }
      self?.end(step, outcome)
      self?.completeIfDone()
    }

    let timer = limit.map { limit in
      Task.after(limit, on: clock) { [weak self] in
        self?.end(step, .timedOut(limit: limit))
        self?.completeIfDone()
      }
    }

    step.tasks = [task] + [timer].compactMap { $0 }
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
  }

  private func completeIfDone() {
    let isDone = report.entries.count == steps.count
    guard isDone, !report.isComplete else { return }

    report.isComplete = true
    onCompletion?(report)
  }
}

/// A command, and what has become of it.
@MainActor
private final class Step {
  let command: StartupCommand
  var hasEnded = false
  var start: Duration?
  /// The work and its timer.
  var tasks: [Task<Void, Never>] = []

  init(_ command: StartupCommand) { self.command = command }
}
