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
/// stops no other, so put a step and what cannot run without it into one command.
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
    for command in running.values { command.cancel() }
  }

  /// Runs the critical commands now, and starts the others, for example in the delegate's launch
  /// method. The launch event then does nothing.
  public func run() {
    guard sinceLaunch == nil else { return }
    startStopwatch()
    // Asked anew each time, because a command may end the app.
    while let index = next(.critical) { perform(index) }
    for index in waiting where commands[index].phase == .asynchronous { perform(index) }
    performDeferred()
    completeIfDone()
  }

  /// Runs the commands at launch, and cancels them at the end.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if event == .didFinishLaunching { run() }
    guard event == .willTerminate else { return }
    if sinceLaunch == nil { startStopwatch() }
    for index in waiting { end(index, .terminated, since: running[index]?.start) }
    completeIfDone()
  }

  private func startStopwatch() {
    sinceLaunch = clock.map { Stopwatch($0) } ?? Stopwatch(SuspendingClock())
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
    let start = elapsed
    switch commands[index].work {
    case .inPlace(let work):
      var outcome = StartupReport.Outcome.succeeded
      do { try work() } catch { outcome = .failed(error) }
      end(index, outcome, since: start)
    case .task(let limit, let work):
      let task = Task { [weak self] in
        // This object is not kept meanwhile, so that its release cancels the command.
        guard self?.waiting.contains(index) == true else { return }
        var outcome = StartupReport.Outcome.succeeded
        do { try await work() } catch { outcome = .failed(error) }
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

/// One step of a launch: a name, and a closure that runs on the main actor.
public struct StartupCommand {
  let name: String
  let phase: StartupPhase
  let work: StartupWork

  /// Makes a command that is done when its closure returns. An asynchronous one has 30 seconds.
  public init(
    _ name: String, phase: StartupPhase = .critical,
    perform action: @escaping @MainActor () throws -> Void
  ) {
    self.name = name
    self.phase = phase
    work = phase == .asynchronous ? .task(.seconds(30), action) : .inPlace(action)
  }

  /// Makes a command that runs as a task. The launch never waits for it.
  ///
  /// - Parameters:
  ///   - name: The name in the report.
  ///   - timeLimit: How long it may take before its task is cancelled, without time in which the
  ///     process doesn't run.
  ///   - action: The work.
  public init(
    _ name: String, timeLimit: Duration? = .seconds(30),
    perform action: @escaping @MainActor () async throws -> Void
  ) {
    self.name = name
    phase = .asynchronous
    work = .task(timeLimit, action)
  }
}

/// When a startup command runs.
public enum StartupPhase: String, Sendable, CaseIterable {
  /// Inside the launch event, and finished before the next listener is called.
  case critical
  /// Soon after the launch, in order, each in a turn of its own.
  case deferred
  /// After the critical commands, as a task beside the others.
  case asynchronous = "async"
}

enum StartupWork {
  case inPlace(@MainActor () throws -> Void)
  case task(Duration?, @MainActor () async throws -> Void)
}

/// The outcome of each startup command. Printed, it is a table:
///
/// ```text
/// command        phase       start  duration  outcome
/// open database  critical  0.34 ms    118 ms  succeeded
/// fetch news     async      140 ms     12 ms  failed: offline
/// ```
public struct StartupReport: Sendable, CustomStringConvertible {
  /// One command.
  public struct Entry: Sendable {
    /// The command's name.
    public let name: String
    let phase: StartupPhase
    let start: Duration
    /// How long it took, without sleep; zero if it did not run.
    public let duration: Duration
    /// How it ended.
    public let outcome: Outcome
  }

  /// How a command ended.
  public enum Outcome: Sendable {
    /// It returned.
    case succeeded
    /// It threw this error.
    case failed(any Error)
    /// It took longer than its limit, and was cancelled.
    case timedOut(limit: Duration)
    /// It did not end before the app terminated.
    case terminated

    var isSuccess: Bool { if case .succeeded = self { true } else { false } }
  }

  /// The commands in the order in which they ended.
  public internal(set) var entries: [Entry] = []
  var isComplete = false

  /// The commands that did not succeed.
  public var failures: [Entry] {
    entries.filter { !$0.outcome.isSuccess }
  }

  /// A table, the slowest command first.
  public var description: String {
    let slowestFirst = entries.sorted { $0.duration > $1.duration }
    return TextTable(
      header: ["command", "phase", "start", "duration", "outcome"],
      rows: slowestFirst.map {
        [
          $0.name, $0.phase.rawValue, DurationText.short($0.start),
          DurationText.short($0.duration), "\($0.outcome)",
        ]
      },
      alignedRight: [2, 3]
    ).text
  }
}

extension StartupReport.Outcome: CustomStringConvertible {
  /// In a few words.
  public var description: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed(let error):
      "failed: \("\(error)".onOneLine)"
    case .timedOut(let limit): "timed out after \(DurationText.short(limit))"
    case .terminated: "not ended: the app was about to terminate"
    }
  }
}
