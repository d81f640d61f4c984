import Foundation
import LifecycleBus

/// The signals of one source: feeds its plan on the dispatcher's thread, and acts on what the plan
/// decides.
final class SignalReader: Sendable {
  private struct State {
    var isTerminalGone = false
    /// Whether each signal goes to this package since the start.
    var hasSignals = false
    var running = RunningTime()
    var plan: SignalPlan
    /// The group that had the terminal when the process was found in the background.
    var groupInFront: pid_t?
    /// Whether the plan has asked to stop the process.
    var mustStopProcess = false
    /// Whether the app ends the process, after the signals that came before.
    var mustEnd = false
    /// When to look whether other code has taken a signal. The next is the last.
    var checks = [ContinuousClock.now + .seconds(10), .now + .seconds(1)]

    /// The group that has the terminal if all is as before. Each tenth look is a whole one, because
    /// the parent may have gone.
    var expectedGroup: pid_t? {
      let isDue = checks.last.map { ContinuousClock.now >= $0 } ?? false
      guard plan.phase == .background, plan.resumeAt == nil, !mustStopProcess, !isDue,
        let looks = plan.looks, !looks.isMultiple(of: 10)
      else { return nil }
      return groupInFront
    }
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
  private let perform: @MainActor @Sendable (SignalPlan.Action, SignalReader) async -> Void
  let screen: TerminalScreen?
  let budget: Duration
  /// Whether standard error was open. If not, another file may have its number by now.
  let canComplain = SignalSystem.isOpen(2)
  /// The reasons of the mediator's open holds.
  let openHolds: @Sendable () -> [String]
  /// Whether the process was in the terminal's foreground group, or had no terminal, at the start.
  let startsInForeground: Bool

  /// Takes the signals, and starts to read.
  ///
  /// `actions` are signals that have an action. With `endsAtOnce` the listeners receive
  /// `willTerminate` alone. `perform` does on the main actor what the plan has decided; its calls
  /// begin in the plan's order.
  init(
    _ configuration: ProcessSignalSource.Configuration, actions: [ProcessSignal] = [],
    owner: String, endsAtOnce: Bool = false,
    openHolds: @escaping @Sendable () -> [String] = { [] },
    perform: @escaping @MainActor @Sendable (SignalPlan.Action, SignalReader) async -> Void
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
        plan: SignalPlan(
          budget: configuration.budget,
          phase: startsInForeground && !endsAtOnce ? .running : .background)))
    let signals = Self.signals(configuration, actions)
    self.signals = signals
    endingSignals = configuration.endingSignals.filter {
      signals.contains($0) && !actions.contains($0)
    }
    // First, so that nothing is looked at before.
    if endsAtOnce { handle(.endByApp) }
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

  /// The signals of the configuration and of the actions, without those that are ignored.
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

  /// Ends the process for the app, on the dispatcher's thread, because a signal that came before is
  /// the reason of the end.
  func end() {
    state.withLock { $0.mustEnd = true }
    SignalDispatcher.shared.wake()
  }

  /// Tells that the holds are over; on the main actor.
  func settle(_ ticket: Int) -> SignalPlan.Action? {
    let action = state.withLock { state in
      let action = state.plan.handle(.settled(ticket: ticket), at: state.running.read()).first
      if action == .stop { state.mustStopProcess = true }
      return action
    }
    if action == .stop { SignalDispatcher.shared.wake() }
    return action
  }

  /// Gives each signal its default action, except SIGQUIT and signals for which other code has a
  /// handler now. When it returns, the reader does nothing more.
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

  /// Handles those signals of one batch that belong to this reader.
  ///
  /// If one of them ends the process, its stops and resumes are left out. Their order says nothing:
  /// two handlers that run at the same time write in any order, and systemd, `timeout` and shells
  /// send SIGCONT together with SIGTERM.
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

  /// True if only the terminal is to be looked at, and another program still has it.
  func staysInBackground() -> Bool {
    let (patience, group) = (patience, state.withLock { $0.expectedGroup })
    if let group, group == screen?.groupInFront {
      handle(.seen(.background))
      return true
    }
    return patience == nil
  }

  /// Handles the passing of time.
  func turn(stopping: () -> SignalPlan.StopOutcome) {
    findTaken()
    let mustEnd = state.withLock { state in
      defer { state.mustEnd = false }
      return state.mustEnd
    }
    if mustEnd { handle(.endByApp) }
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

  /// Looks whether other code has installed a handler since the start.
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

  /// Where the process stands. A job whose parent is in another session has no shell that could
  /// bring it back, as if its terminal were gone.
  private func look() -> ProcessSignalSource.Terminal {
    guard let screen else { return .none }
    let standing = screen.standing
    let canComeBack = standing == .background && getsid(getppid()) == getsid(0)
    state.withLock { $0.groupInFront = canComeBack ? screen.groupInFront : nil }
    return standing == .background && !canComeBack ? .gone : standing
  }

  /// Gives the plan an input, from any thread, and does what it decides.
  func handle(_ input: SignalPlan.Input) {
    let actions = state.withLock { state in
      let actions = state.plan.handle(input, at: state.running.read())
      // Handed over inside the lock, and so in the plan's order.
      for action in actions where action.isForMainActor {
        Task { @MainActor in await perform(action, self) }
      }
      return actions
    }
    for action in actions {
      switch action {
      case .relay, .goDown, .finish, .act, .reportTaken: break
      case .look: handle(.seen(look()))
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
