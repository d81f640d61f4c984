import Foundation
import LifecycleBus

/// The signals of one source: feeds its plan on the dispatcher's thread, and acts on what the plan
/// decides.
final class SignalReader: Sendable {
  private struct State {
    var inbox: [SignalPlan.Input] = []
    var isTerminalGone = false
    /// Whether each signal goes to this package since the start.
    var hasSignals = false
    var running = RunningTime()
    // The rest is the concern of the dispatcher's thread.
    var plan: SignalPlan
    /// Whether the plan has asked to stop the process.
    var mustStopProcess = false
    /// When to look whether other code has taken a signal, beside each time that a signal comes.
    /// The next is the last.
    var checks = [ContinuousClock.now + .seconds(10), .now + .seconds(1)]
  }

  private let state: Locked<State>
  /// The signals that are relayed, in ascending order of their numbers.
  let signals: [ProcessSignal]
  private let endingSignals: [ProcessSignal]
  private let formerQuitAction = SignalSystem.currentAction(on: .quit)
  /// Names the source in the error of another one that wants the same signal.
  let owner: String
  /// Signalled when the dispatcher's thread does nothing more for the reader.
  let isGone = DispatchSemaphore(value: 0)
  private let exitPolicy: ProcessSignalSource.ExitPolicy
  private let perform: @Sendable (SignalPlan.Action, SignalReader) -> Void
  private let screen: TerminalScreen?
  private let budget: Duration
  /// Whether standard error was open. If not, another file may have its number by now.
  private let canComplain = SignalSystem.isOpen(2)
  /// The reasons of the mediator's open holds.
  private let openHolds: @Sendable () -> [String]
  /// Whether the process was in the terminal's foreground group, or had no terminal, at the start.
  let startsInForeground: Bool

  /// Takes the signals and starts to read.
  ///
  /// - Parameters:
  ///   - actions: The signals that have an action; they end nothing.
  ///   - owner: The name of the source.
  ///   - endsAtOnce: Whether the listeners are told of no way up, and of `willTerminate` at once.
  ///   - openHolds: Says what keeps the process, on any thread.
  ///   - perform: Called on the dispatcher's thread with what is to be done on the main actor.
  init(
    _ configuration: ProcessSignalSource.Configuration, actions: [ProcessSignal] = [],
    owner: String, endsAtOnce: Bool = false,
    openHolds: @escaping @Sendable () -> [String] = { [] },
    perform: @escaping @Sendable (SignalPlan.Action, SignalReader) -> Void
  ) throws(ProcessSignalError) {
    self.owner = owner
    self.perform = perform
    self.openHolds = openHolds
    budget = configuration.budget
    exitPolicy = configuration.exitPolicy
    screen = TerminalScreen(reset: configuration.terminalReset)
    startsInForeground = [nil, .foreground].contains(screen?.standing)
    state = Locked(
      State(
        // In the inbox from the beginning, so that nothing is looked at before.
        inbox: endsAtOnce ? [.endByApp] : [],
        plan: SignalPlan(
          budget: configuration.budget,
          returnsToMain: [.automatic, .returnToMain].contains(exitPolicy),
          phase: startsInForeground && !endsAtOnce ? .running : .background)))
    let signals = Self.signals(configuration, actions)
    self.signals = signals
    endingSignals = configuration.endingSignals.filter {
      signals.contains($0) && !actions.contains($0)
    }
    try SignalDispatcher.shared.add(self)
    do throws(ProcessSignalError) {
      for signal in signals {
        guard !SignalSystem.hasOtherHandler(signal) else { throw .handledElsewhere(signal) }
        try SignalSystem.relay(signal)
      }
    } catch {
      stop()
      throw error
    }
    state.withLock { $0.hasSignals = true }
  }

  /// What the configuration asks for and the actions need, less what is ignored and what the system
  /// does better by itself. In ascending order of their numbers, each once.
  ///
  /// Code that has a handler for SIGPIPE knows what to do when a reader has gone.
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
      if signal == .brokenPipe, SignalSystem.hasOtherHandler(signal) { continue }
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
    return state.withLock { $0.isTerminalGone } ? .gone : screen.standing
  }

  /// How long the process has run since the start of the source.
  var time: Duration { state.withLock { $0.running.read() } }

  /// Gives the plan an input, from any thread. After `stop()` it does nothing.
  func send(_ input: SignalPlan.Input) {
    state.withLock { $0.inbox.append(input) }
    SignalDispatcher.shared.wake()
  }

  /// Gives the signals back: each gets its default action, except one for which other code has
  /// installed a handler meanwhile, and SIGQUIT, which the Swift runtime may have handled before.
  /// When it returns, the reader does nothing more.
  func stop() {
    for signal in signals where SignalSystem.isRelayed(signal) {
      if signal == .quit {
        SignalSystem.restore(formerQuitAction, on: signal)
      } else {
        SignalSystem.useDefault(on: signal)
      }
    }
    SignalDispatcher.shared.remove(self)
  }

  // MARK: On the dispatcher's thread

  /// How long the reader may go without an input; `nil` for as long as it takes.
  var patience: Duration? {
    state.withLock { state in
      let untilPlan = state.plan.patience(at: state.running.read())
      guard let next = state.checks.last else { return untilPlan }
      let untilCheck = max(.zero, ContinuousClock.now.duration(to: next))
      return min(untilPlan ?? untilCheck, untilCheck)
    }
  }

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
      case .resume:
        if takeStop() { handle(.stopped(.continued)) } else if !ends { handle(.resume) }
      default:
        if signal == .hangup { state.withLock { $0.isTerminalGone = true } }
        handle(.end(signal))
      }
    }
  }

  /// Handles the inbox and the passing of time.
  ///
  /// - Parameter stopping: Stops the process and says how that went.
  func turn(stopping: () -> SignalPlan.StopOutcome) {
    let inputs = state.withLock { state in
      defer { state.inbox = [] }
      return state.inbox
    }
    for input in inputs { handle(input) }
    findTaken()
    // A process that is to stop is still in front.
    if !state.withLock({ $0.mustStopProcess }) { handle(.timePassed) }
    while takeStop() { handle(.stopped(stopping())) }
  }

  /// Whether the plan has asked to stop the process; asks it only once.
  private func takeStop() -> Bool {
    state.withLock { state in
      defer { state.mustStopProcess = false }
      return state.mustStopProcess
    }
  }

  /// Looks whether other code has installed a handler since the start. Without one, only another
  /// action of the same signal would be lost; but the listeners would wait for their end in vain.
  private func findTaken() {
    let hasSignals = state.withLock { state in
      if let next = state.checks.last, ContinuousClock.now >= next { state.checks.removeLast() }
      return state.hasSignals
    }
    guard hasSignals else { return }
    for signal in signals where !SignalSystem.isRelayed(signal) && signal != .brokenPipe {
      handle(.taken(signal))
    }
  }

  /// Writes a sentence to standard error, from any thread. Nobody may read it, so the caller waits
  /// for 100 ms at most.
  func complain(_ sentence: @autoclosure @escaping @Sendable () -> String) {
    guard canComplain else { return }
    SignalSystem.attempt { SignalSystem.writeError("LifecycleBus: \(sentence())\n") }
  }

  private func putBackScreen() {
    if let screen { SignalSystem.attempt { screen.putBack() } }
  }

  /// Why the process is ended from beside. Asks for the holds, and so for a lock, beside as well.
  private func complain(of signal: ProcessSignal) {
    complain(Self.complaint(of: signal, budget: self.budget, holds: self.openHolds()))
  }

  private static func complaint(
    of signal: ProcessSignal, budget: Duration, holds: [String]
  ) -> String {
    "\(signal) came, and the main actor did not answer within \(budget), so the process ends "
      + "now. Move work that blocks the main thread to another one."
      + (holds.isEmpty ? "" : " Holds that were open: \(holds.joined(separator: ", ")).")
  }

  private func handle(_ input: SignalPlan.Input) {
    let actions = state.withLock { $0.plan.handle(input, at: $0.running.read()) }
    for action in actions {
      switch action {
      case .relay, .awaitHolds, .finish, .act, .reportTaken: perform(action, self)
      case .look: handle(.seen(screen?.standing ?? .none))
      case .stop: state.withLock { $0.mustStopProcess = true }
      case .die(let signal, let isForced):
        putBackScreen()
        if isForced { complain(of: signal) }
        SignalSystem.die(of: signal)
      case .forceFinish(let signal):
        putBackScreen()
        if case .exit(let code) = exitPolicy { _exit(code) }
        SignalSystem.die(of: signal)
      }
    }
  }
}
