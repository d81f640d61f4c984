import Foundation

/// The signals of one source: feeds its plan on the dispatcher's thread, and acts on what the plan
/// decides.
final class SignalReader: @unchecked Sendable {
  // Proof for @unchecked: `inbox` and `isTerminalGone` are read and written under `lock` only;
  // `plan` and `mustStopProcess` are used on the dispatcher's thread only, which gets the reader
  // under the dispatcher's lock; `former` is used on the main actor only, where sources start and
  // stop; the rest does not change.
  private let lock = NSLock()
  private var inbox: [SignalPlan.Input] = []
  private var isTerminalGone = false
  private var plan: SignalPlan
  /// Whether the plan has asked to stop the process.
  private var mustStopProcess = false

  /// What the process did on the signals before.
  private var former: [(signal: ProcessSignal, action: sigaction)] = []

  /// The signals that are relayed, in ascending order of their numbers.
  let signals: [ProcessSignal]
  private let endingSignals: [ProcessSignal]
  /// Names the source in the error of another one that wants the same signal.
  let owner: String
  /// Signalled when the dispatcher's thread does nothing more for the reader.
  let isGone = DispatchSemaphore(value: 0)
  private let exitPolicy: ProcessSignalSource.ExitPolicy
  private let perform: @Sendable (SignalPlan.Action, SignalReader) -> Void
  private let screen: TerminalScreen?
  private let origin = ContinuousClock.now
  /// Whether the process was in the terminal's foreground group, or had no terminal, at the start.
  let startsInForeground: Bool

  /// Takes the signals and starts to read.
  ///
  /// - Parameters:
  ///   - actions: The signals that have an action; they end nothing.
  ///   - owner: The name of the source.
  ///   - endsAtOnce: Whether the listeners are told of no way up, and of `willTerminate` at once.
  ///   - perform: Called on the dispatcher's thread with what is to be done on the main actor.
  init(
    _ configuration: ProcessSignalSource.Configuration, actions: [ProcessSignal] = [],
    owner: String, endsAtOnce: Bool = false,
    perform: @escaping @Sendable (SignalPlan.Action, SignalReader) -> Void
  ) throws(ProcessSignalError) {
    self.owner = owner
    self.perform = perform
    exitPolicy = configuration.exitPolicy
    screen = TerminalScreen(reset: configuration.terminalReset)
    startsInForeground = [nil, .foreground].contains(screen?.standing)
    // In the inbox from the beginning, so that nothing is looked at before.
    if endsAtOnce { inbox = [.endByApp] }
    plan = SignalPlan(
      budget: configuration.budget, returnsToMain: exitPolicy == .returnToMain,
      phase: startsInForeground && !endsAtOnce ? .running : .background)
    let signals = Self.signals(configuration, actions)
    self.signals = signals
    endingSignals = configuration.endingSignals.filter {
      signals.contains($0) && !actions.contains($0)
    }
    try SignalDispatcher.shared.add(self)
    do throws(ProcessSignalError) {
      for signal in signals { former.append((signal, try SignalSystem.relay(signal))) }
    } catch {
      stop()
      throw error
    }
  }

  /// What the configuration asks for and the actions need, less what is ignored and what the system
  /// does better by itself. In ascending order of their numbers, each once.
  private static func signals(
    _ configuration: ProcessSignalSource.Configuration, _ actions: [ProcessSignal]
  ) -> [ProcessSignal] {
    var wanted = configuration.endingSignals + actions
    if configuration.relaysSuspension {
      wanted.append(.resume)
      if SignalSystem.isTerminal(0), !SignalSystem.isSessionLeader { wanted.append(.suspend) }
    }
    var signals: [ProcessSignal] = []
    for signal in wanted where !signals.contains(signal) && !SignalSystem.isIgnored(signal) {
      let next = signals.firstIndex { $0.rawValue > signal.rawValue }
      signals.insert(signal, at: next ?? signals.endIndex)
    }
    return signals
  }

  /// Whether this signal ends the process.
  func isEnding(_ signal: ProcessSignal) -> Bool { endingSignals.contains(signal) }

  private func isAction(_ signal: ProcessSignal) -> Bool {
    !isEnding(signal) && signal != .suspend && signal != .resume
  }

  /// The terminal, as it is at this moment.
  var terminal: ProcessSignalSource.Terminal {
    guard let screen else { return .none }
    return lock.withLock { isTerminalGone } ? .gone : screen.standing
  }

  func instant(at time: Duration) -> ContinuousClock.Instant { origin + time }

  /// Gives the plan an input, from any thread. After `stop()` it does nothing.
  func send(_ input: SignalPlan.Input) {
    lock.withLock { inbox.append(input) }
    SignalDispatcher.shared.wake()
  }

  /// Gives the signals back: each does again what it did before, except one for which other code has
  /// installed a handler meanwhile. When it returns, the reader does nothing more.
  func stop() {
    for (signal, action) in former where SignalSystem.isRelayed(signal) {
      SignalSystem.restore(action, on: signal)
    }
    SignalDispatcher.shared.remove(self)
  }

  // MARK: On the dispatcher's thread

  /// How long the plan may go without an input; `nil` for as long as it takes.
  var patience: Duration? { plan.patience(at: ContinuousClock.now - origin) }

  /// Handles the signals of one batch that this reader has claimed.
  ///
  /// An ending wins over the stops and resumes of its batch. Two handlers that run at the same
  /// time write in any order, and systemd, `timeout` and shells send SIGCONT with SIGTERM.
  func receive(_ batch: [ProcessSignal]) {
    let batch = batch.filter { signals.contains($0) }
    let ends = batch.contains(where: isEnding)
    // Actions begin before an ending of their batch, for the same reason.
    for signal in batch where isAction(signal) { handle(.act(signal)) }
    for signal in batch where !isAction(signal) {
      switch signal {
      case .suspend: if !ends { handle(.suspend) }
      case .resume where mustStopProcess:
        mustStopProcess = false
        handle(.stopped(.continued))
      case .resume: if !ends { handle(.resume) }
      default:
        if signal == .hangup { lock.withLock { isTerminalGone = true } }
        handle(.end(signal))
      }
    }
  }

  /// Handles the inbox and the passing of time.
  ///
  /// - Parameter stopping: Stops the process and says how that went.
  func turn(stopping: () -> SignalPlan.StopOutcome) {
    let inputs = lock.withLock {
      defer { inbox = [] }
      return inbox
    }
    for input in inputs { handle(input) }
    // A process that is to stop is still in front.
    if !mustStopProcess { handle(.timePassed) }
    while mustStopProcess {
      mustStopProcess = false
      handle(.stopped(stopping()))
    }
  }

  private func handle(_ input: SignalPlan.Input) {
    for action in plan.handle(input, at: ContinuousClock.now - origin) {
      switch action {
      case .relay, .awaitHolds, .finish, .act: perform(action, self)
      case .look: handle(.seen(screen?.standing ?? .none))
      case .stop: mustStopProcess = true
      case .die(let signal):
        screen?.putBack()
        SignalSystem.die(of: signal)
      case .forceFinish(let signal):
        screen?.putBack()
        if case .exit(let code) = exitPolicy { _exit(code) }
        SignalSystem.die(of: signal)
      }
    }
  }
}
