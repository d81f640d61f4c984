import Foundation
import LifecycleBus

/// The signals of one source: feeds its plan on the dispatcher's thread, and does what it decides.
final class SignalReader: Sendable {
  private struct State {
    var isTerminalGone = false
    /// Whether each signal goes to this package since the start.
    var hasSignals = false
    var running = RunningTime()
    var plan: SignalPlan
    /// The group that had the terminal when the process was found in the background.
    var groupInFront: pid_t?
    var mustStopProcess = false
    /// When to look whether other code has taken a signal, besides at each signal. The next is the
    /// last.
    var checks = [ContinuousClock.now + .seconds(10), .now + .seconds(1)]

    /// The group that has the terminal if nothing has changed. Each tenth look is a whole one,
    /// because the parent may have gone.
    var expectedGroup: pid_t? {
      let isDue = checks.last.map { ContinuousClock.now >= $0 } ?? false
      guard plan.phase == .background, plan.resumeAt == nil, !mustStopProcess, !isDue,
        let looks = plan.looks, !looks.isMultiple(of: 10)
      else { return nil }
      return groupInFront
    }
  }

  private let state: Locked<State>
  /// In ascending order.
  let signals: [ProcessSignal]
  private let endingSignals: [ProcessSignal]
  private let formerQuitAction = SignalSystem.currentAction(on: .quit)
  /// The name of the source in the errors of another one.
  let owner: String
  /// Signalled when the dispatcher's thread does nothing more for the reader.
  let isGone = DispatchSemaphore(value: 0)
  private let exitPolicy: ProcessSignalSource.ExitPolicy
  private let perform: @MainActor @Sendable (SignalPlan.Action, SignalReader) async -> Void
  let screen: TerminalScreen?
  let budget: Duration
  /// If it was closed, another file may have its number by now.
  let canComplain = SignalSystem.isOpen(2)
  let openHolds: @Sendable () -> [String]
  /// Also true without a terminal.
  let startsInForeground: Bool

  /// `actions` are signals that end nothing. With `endsAtOnce` only `willTerminate` is relayed.
  /// `openHolds` is called on any thread. `perform` runs on the main actor, in the plan's order.
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

  /// Without what is ignored, and what the system does better by itself. Code with a handler for
  /// SIGPIPE keeps it.
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

  /// How long the process has run since the start.
  var time: Duration { state.withLock { $0.running.read() } }

  /// The holds are over. Returns `finish`, where the process ends now; on the main actor.
  func settle(_ ticket: Int) -> SignalPlan.Action? {
    let action = state.withLock { state in
      let action = state.plan.handle(.settled(ticket: ticket), at: state.running.read()).first
      if action == .stop { state.mustStopProcess = true }
      return action
    }
    if action == .stop { SignalDispatcher.shared.wake() }
    return action
  }

  /// Each signal gets its default action, except one that other code handles now, and SIGQUIT,
  /// which the Swift runtime may have handled before. Afterwards the reader does nothing more.
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

  /// `nil` for no limit.
  var patience: Duration? {
    state.withLock { state in
      let untilPlan = state.plan.patience(at: state.running.read())
      guard let next = state.checks.last else { return untilPlan }
      let untilCheck = max(.zero, ContinuousClock.now.duration(to: next))
      return min(untilPlan ?? untilCheck, untilCheck)
    }
  }

  /// An ending wins over the stops and resumes of its batch, because two handlers that run at the
  /// same time write in any order.
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

  /// Whether another program still has the terminal, and nothing else is due. That takes one system
  /// call.
  func staysInBackground() -> Bool {
    let (patience, group) = (patience, state.withLock { $0.expectedGroup })
    if let group, group == screen?.groupInFront {
      handle(.seen(.background))
      return true
    }
    return patience == nil
  }

  /// `stopping` stops the process, and says how that went.
  func turn(stopping: () -> SignalPlan.StopOutcome) {
    findTaken()
    // A process that is to stop is still in front.
    if !state.withLock({ $0.mustStopProcess }) { handle(.timePassed) }
    while takeStop() { handle(.stopped(stopping())) }
  }

  /// True once.
  private func takeStop() -> Bool {
    state.withLock { state in
      defer { state.mustStopProcess = false }
      return state.mustStopProcess
    }
  }

  /// Without a handler only another action of the signal would be lost; but the listeners would
  /// wait for their end in vain.
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

  /// A job whose parent is in another session has no shell that could bring it back, as without a
  /// terminal.
  private func look() -> ProcessSignalSource.Terminal {
    guard let screen else { return .none }
    let standing = screen.standing
    let canComeBack = standing == .background && getsid(getppid()) == getsid(0)
    state.withLock { $0.groupInFront = canComeBack ? screen.groupInFront : nil }
    return standing == .background && !canComeBack ? .gone : standing
  }

  /// From any thread.
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
