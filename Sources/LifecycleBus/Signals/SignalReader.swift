import Foundation
import LifecycleBus

/// Gives the signals of one source to a plan, and carries out what the plan decides.
final class SignalReader: Sendable {
  private struct State {
    var isTerminalGone = false
    /// True when all handlers are installed.
    var hasSignals = false
    var running = RunningTime()
    var plan: SignalPlan
    /// The group that had the terminal at the last look; `nil` if the process is in the foreground
    /// or cannot come back.
    var groupInFront: pid_t?
    var mustStopProcess = false
    var mustEnd = false
    /// When to look whether other code has taken a signal; the next time is the last element.
    var checks = [ContinuousClock.now + .seconds(10), .now + .seconds(1)]

    /// `nil` if a full look at the terminal is due. Each tenth look is a full one, because the parent
    /// may have gone.
    var expectedGroup: pid_t? {
      let isDue = checks.last.map { ContinuousClock.now >= $0 } ?? false
      guard plan.phase == .background, plan.resumeAt == nil, !mustStopProcess, !isDue,
        let looks = plan.looks, !looks.isMultiple(of: 10)
      else { return nil }
      return groupInFront
    }
  }

  private let state: Locked<State>
  /// In ascending order of their numbers, each once.
  let signals: [ProcessSignal]
  private let endingSignals: [ProcessSignal]
  private let formerQuitAction = SignalSystem.currentAction(on: .quit)
  /// The name of the source, for an error.
  let owner: String
  /// Signalled when the thread does nothing more for the reader.
  let isGone = DispatchSemaphore(value: 0)
  private let exitPolicy: ProcessSignalSource.ExitPolicy
  private let perform: @MainActor @Sendable (SignalPlan.Action, SignalReader) async -> Void
  let screen: TerminalScreen?
  let budget: Duration
  /// Whether standard error was open at the start. If not, another file may have its number now.
  let canComplain = SignalSystem.isOpen(2)
  /// Returns the reasons of the open holds, on any thread.
  let openHolds: @Sendable () -> [String]
  /// Also true without a terminal.
  let startsInForeground: Bool

  /// Takes the signals and starts to read.
  ///
  /// With `endsAtOnce` the listeners receive only `willTerminate`. `perform` carries out actions of
  /// the plan on the main actor; its calls begin in the plan's order.
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

  /// The signals of the configuration and the actions, without those that the process ignores.
  /// SIGPIPE is left out if other code has a handler for it.
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

  func isEnding(_ signal: ProcessSignal) -> Bool { endingSignals.contains(signal) }

  private func isAction(_ signal: ProcessSignal) -> Bool {
    !isEnding(signal) && signal != .suspend && signal != .resume
  }

  var terminal: ProcessSignalSource.Terminal {
    guard let screen else { return .none }
    return state.withLock { $0.isTerminalGone } ? .gone : screen.standing
  }

  var time: Duration { state.withLock { $0.running.read() } }

  /// Ends the process on the dispatcher's thread, so that a signal that came before, such as the
  /// SIGPIPE of a failed write, is the reason.
  func end() {
    state.withLock { $0.mustEnd = true }
    SignalDispatcher.shared.wake()
  }

  /// Tells the plan that the holds are released or expired. Returns `finish` if the process ends
  /// now.
  func settle(_ ticket: Int) -> SignalPlan.Action? {
    let action = state.withLock { state in
      let action = state.plan.handle(.settled(ticket: ticket), at: state.running.read()).first
      if action == .stop { state.mustStopProcess = true }
      return action
    }
    if action == .stop { SignalDispatcher.shared.wake() }
    return action
  }

  /// Gives the signals back. When this returns, the reader does nothing more.
  ///
  /// A handler that other code has installed meanwhile stays. SIGQUIT gets its former action,
  /// because the Swift runtime may have handled SIGQUIT.
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

  /// How long the thread may wait for a signal; `nil` for no limit.
  var patience: Duration? {
    state.withLock { state in
      let untilPlan = state.plan.patience(at: state.running.read())
      guard let next = state.checks.last else { return untilPlan }
      let untilCheck = max(.zero, ContinuousClock.now.duration(to: next))
      return min(untilPlan ?? untilCheck, untilCheck)
    }
  }

  /// Handles the signals of one batch that belong to this reader.
  ///
  /// If one of them ends the process, SIGTSTP and SIGCONT do not count. The order in a batch means
  /// nothing, because handlers that run at the same time write in any order.
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

  /// True if time alone changes nothing, for example because another program still has the terminal.
  func staysInBackground() -> Bool {
    let (patience, group) = (patience, state.withLock { $0.expectedGroup })
    if let group, group == screen?.groupInFront {
      handle(.seen(.background))
      return true
    }
    return patience == nil
  }

  /// Handles the passing of time. `stopping` stops the process.
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

  /// True if the plan has asked to stop the process. The next call returns false.
  private func takeStop() -> Bool {
    state.withLock { state in
      defer { state.mustStopProcess = false }
      return state.mustStopProcess
    }
  }

  /// Reports each signal for which other code has installed a handler since the start.
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

  /// The terminal as the plan needs it. If the parent is in another session, no shell can bring the
  /// process back, so the terminal counts as gone.
  private func look() -> ProcessSignalSource.Terminal {
    guard let screen else { return .none }
    let standing = screen.standing
    let canComeBack = standing == .background && getsid(getppid()) == getsid(0)
    state.withLock { $0.groupInFront = canComeBack ? screen.groupInFront : nil }
    return standing == .background && !canComeBack ? .gone : standing
  }

  /// Any thread may call this.
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
