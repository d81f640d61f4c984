public import LifecycleBus

/// Runs named commands when the app launches: the Command recipe.
///
/// ```swift
/// let startup = try StartupCommands {
///   OpenDatabase()
///   StartupAction("warm cache", after: "OpenDatabase") { try cache.warm() }
///   StartupAction("fetch news", phase: .deferred) { news.fetch() }
/// }
/// startup.onCompletion = { print($0) }
/// mediator.attach(startup, replay: .launch)
/// ```
///
/// Critical commands run inside `didFinishLaunching`, deferred ones after the main queue has had a
/// turn; each in the order of the list, but after the commands it depends on. A command that throws
/// stops only those that depend on it. The commands run once, also when the launch is posted or
/// replayed again. Attach with the replay `.launch` where the launch may be over already.
///
/// Once the launch has begun, detaching does not stop the deferred commands. `willTerminate` does,
/// and so does the release of this object: keep it, or let the mediator keep it.
public final class StartupCommands: AppLifecycleListener {
  /// The outcome of each command so far.
  public private(set) var report = StartupReport()
  /// Called once with the whole report, on the main actor, after the last command. It may attach,
  /// detach and post.
  public var onCompletion: (@MainActor (StartupReport) -> Void)?

  private let commands: [any StartupCommand]
  private let order: StartupOrder
  private let clock: any Clock<Duration>
  private let later: @MainActor (@escaping @MainActor @Sendable () -> Void) -> Void
  private var sinceLaunch: Stopwatch?
  private var remaining: ArraySlice<Int>
  private var hasSucceeded: [Bool]

  /// Makes a listener from commands that are listed in a trailing closure.
  ///
  /// - Parameters:
  ///   - clock: Measures the commands; a test supplies its own.
  ///   - later: Runs a closure on the main actor after the main queue has had a turn; a test
  ///     supplies its own.
  ///   - commands: The commands, in their order.
  /// - Throws: `StartupError`, which names the commands, if two have the same name, one depends on
  ///   a command that is not there, some depend on each other in a circle, or a critical one
  ///   depends on a deferred one.
  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    later: @escaping @MainActor (@escaping @MainActor @Sendable () -> Void) -> Void = { work in
      Task { @MainActor in work() }
    },
    @StartupCommandBuilder commands: () -> [any StartupCommand]
  ) throws(StartupError) {
    self.commands = commands()
    self.clock = clock
    self.later = later
    order = try StartupOrder(
      self.commands.map { .init(name: $0.name, dependencies: $0.dependencies, phase: $0.phase) })
    remaining = order.sequence[...]
    hasSucceeded = self.commands.map { _ in false }
  }

  /// Runs the critical commands and schedules the deferred ones; does nothing at a second launch.
  public func onAppDidFinishLaunching() {
    guard sinceLaunch == nil else { return }
    sinceLaunch = Stopwatch(clock)
    while let index = remaining.first, commands[index].phase == .critical { runNext() }
    runDeferred()
  }

  /// Records the commands that have not run yet as terminated.
  public func onAppWillTerminate() {
    guard sinceLaunch != nil, !remaining.isEmpty else { return }
    let now = elapsed
    while let index = remaining.popFirst() { record(index, .terminated, at: now) }
    complete()
  }

  /// Runs one command a turn of the main queue, so that the user's input waits for one command
  /// at most.
  private func runDeferred() {
    if remaining.isEmpty { return complete() }
    later { [weak self] in
      guard let self, !remaining.isEmpty else { return }
      runNext()
      runDeferred()
    }
  }

  private func runNext() {
    guard let index = remaining.popFirst() else { return }
    let start = elapsed
    if let missing = order.dependencies[index].first(where: { !hasSucceeded[$0] }) {
      return record(index, .skipped(dependency: commands[missing].name), at: start)
    }
    let outcome: StartupReport.Outcome
    do {
      try commands[index].execute()
      hasSucceeded[index] = true
      outcome = .succeeded
    } catch {
      outcome = .failed(error)
    }
    record(index, outcome, at: start, for: elapsed - start)
  }

  private func record(
    _ index: Int, _ outcome: StartupReport.Outcome, at start: Duration,
    for duration: Duration = .zero
  ) {
    let command = commands[index]
    report.entries.append(
      .init(
        name: command.name, phase: command.phase, start: start, duration: duration,
        outcome: outcome))
  }

  private func complete() {
    guard !report.isComplete else { return }
    report.isComplete = true
    onCompletion?(report)
  }

  private var elapsed: Duration { sinceLaunch?.elapsed ?? .zero }
}
