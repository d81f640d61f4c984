import Foundation
import LifecycleBus

/// Gives the signals of one source to a plan, and carries out what the plan decides.
final class SignalReader: Sendable {
  private struct State {
    /// False before all handlers are installed, and after the stop.
    var isStarted = false
    var isTerminalGone = false
    var running = RunningTime()
    var plan: SignalPlan
    var terminal: SignalTerminal?
    /// The group that had the terminal at the last look; `nil` if the process is in the foreground.
    var groupInFront: pid_t?
    var mustStopProcess = false
    /// What the main actor has to do, in the plan's order.
    var pending: [SignalPlan.Action] = []
    /// When to look whether other code has taken a signal.
    var nextCheck: ContinuousClock.Instant? = .now + .seconds(1)
  }

  private let state: Locked<State>
  /// In ascending order of their numbers, each once.
  let signals: [ProcessSignal]
  private let endingSignals: [ProcessSignal]
  private let formerQuitAction = SignalSystem.currentAction(on: .quit)
  /// The name of the source, for an error.
  let owner: String
  private let configuration: ProcessSignalSource.Configuration
  /// Returns the reasons of the open holds, on any thread.
  private let openHolds: @Sendable () -> [String]
  private let perform: @MainActor @Sendable (SignalPlan.Action, SignalReader) -> Void
  /// Whether standard error was open at the start. If not, another file may have its number now.
  private let canComplain = SignalSystem.isOpen(2)
  /// Also true without a terminal.
  let startsInForeground: Bool

  /// Takes the signals and starts to read. `perform` carries out actions of the plan on the main
  /// actor, in the plan's order.
  init(
    _ configuration: ProcessSignalSource.Configuration, actions: [ProcessSignal] = [],
    owner: String, children: Int = 0, openHolds: @escaping @Sendable () -> [String] = { [] },
    perform: @escaping @MainActor @Sendable (SignalPlan.Action, SignalReader) -> Void
  ) throws(ProcessSignalError) {
    self.owner = owner
    self.perform = perform
    self.openHolds = openHolds
    self.configuration = configuration
    var terminal = SignalTerminal(reset: configuration.terminalReset)
    let isInFront = [nil, .foreground].contains(terminal?.standing)
    if isInFront { terminal?.noteModes() }
    startsInForeground = isInFront && children == 0
    state = Locked(
      State(
        plan: SignalPlan(
          budget: configuration.budget, phase: startsInForeground ? .running : .background,
          children: children),
        terminal: terminal))
    let signals = Self.signals(configuration, actions, hasTerminal: terminal != nil)
    self.signals = signals
    endingSignals = configuration.endingSignals.filter {
      signals.contains($0) && !actions.contains($0)
    }
    try SignalThread.shared.begin(self)
    state.withLock { $0.isStarted = true }
    do throws(ProcessSignalError) {
      for signal in signals {
        guard !SignalSystem.hasOtherHandler(signal) else { throw .handledElsewhere(signal) }
        try SignalSystem.relay(signal)
      }
    } catch {
      stop()
      throw error
    }
  }

  /// The signals of the configuration and the actions, without those that the process ignores.
  /// SIGPIPE is left out if other code has a handler for it.
  private static func signals(
    _ configuration: ProcessSignalSource.Configuration, _ actions: [ProcessSignal],
    hasTerminal: Bool
  ) -> [ProcessSignal] {
    var wanted = configuration.endingSignals + actions
    if configuration.relaysSuspension {
      wanted.append(.resume)
      if hasTerminal, !SignalSystem.isSessionLeader { wanted.append(.suspend) }
    }
    let taken = Set(wanted).filter {
      !SignalSystem.isIgnored($0) && !($0 == .brokenPipe && SignalSystem.hasOtherHandler($0))
    }
    return taken.sorted { $0.rawValue < $1.rawValue }
  }

  /// False for a key that a child in front has for itself, and for SIGPIPE of a write elsewhere.
  func ends(_ signal: ProcessSignal) -> Bool {
    endingSignals.contains(signal) && !state.withLock { $0.plan.isForChild(signal) }
      && (signal != .brokenPipe || SignalSystem.hasLostReader)
  }

  var terminal: ProcessSignalSource.Terminal {
    let (terminal, isGone) = state.withLock { ($0.terminal, $0.isTerminalGone) }
    return isGone ? .gone : terminal?.standing ?? .none
  }

  var time: Duration { state.withLock { $0.running.read() } }

  var hasEnding: Bool { state.withLock { $0.plan.hasEnding } }

  /// Gives the signals back, and does nothing more.
  ///
  /// A handler that other code has installed meanwhile stays. SIGQUIT gets its former action,
  /// because the Swift runtime may have handled SIGQUIT.
  func stop() {
    for signal in signals where SignalSystem.isRelayed(signal) {
      SignalSystem.useDefault(on: signal)
      if signal == .quit { SignalSystem.restore(formerQuitAction, on: signal) }
    }
    state.withLock { state in
      state.isStarted = false
      state.pending = []
    }
    SignalThread.shared.end(self)
  }

  /// From the end of the app on, Ctrl-Z is the system's. The other handlers stay, because the second
  /// one of a pair of signals would kill `main` in its last lines.
  func giveBackSuspension() {
    if SignalSystem.isRelayed(.suspend) { SignalSystem.useDefault(on: .suspend) }
  }

  // MARK: On any thread

  func handle(_ input: SignalPlan.Input) {
    let actions = state.withLock { state -> [SignalPlan.Action] in
      guard state.isStarted else { return [] }
      let actions = state.plan.handle(input, at: state.running.read())
      for case .relay(let events, _, _) in actions where events.contains(.didBecomeActive) {
        // Before a listener changes them.
        state.terminal?.noteModes()
      }
      state.pending += actions.filter(\.isForMainActor)
      return actions
    }
    if actions.contains(where: \.isForMainActor) {
      MainActorContext.later { self.performPending() }
    }
    for action in actions {
      switch action {
      case .relay, .goDown, .act, .cancelBody, .finish, .reportTaken: break
      case .look: handle(.seen(look()))
      case .stop:
        state.withLock { $0.mustStopProcess = true }
        SignalThread.shared.wake()
      case .force(let signal, let culprit): force(signal, culprit)
      }
    }
  }

  @MainActor
  func performPending() {
    while let action = state.withLock({ $0.pending.isEmpty ? nil : $0.pending.removeFirst() }) {
      perform(action, self)
    }
  }

  private func look() -> ProcessSignalSource.Terminal {
    guard let terminal = state.withLock({ $0.terminal }) else { return .none }
    let standing = terminal.standing
    let group = standing == .background ? terminal.groupInFront : nil
    state.withLock { $0.groupInFront = group }
    return standing
  }

  /// Puts the terminal's modes back, if the program has not done so.
  func putBackTerminal(leavesScreen: Bool = false) {
    state.withLock { $0.terminal }?.putBack(leavesScreen: leavesScreen)
  }

  func complain(_ sentence: String) {
    if canComplain { SignalSystem.complain(sentence) }
  }

  private func force(_ signal: ProcessSignal, _ culprit: SignalPlan.Culprit?) -> Never {
    putBackTerminal(leavesScreen: true)
    let holds = openHolds()
    let open = holds.isEmpty ? "" : " Holds that were open: \(holds.joined(separator: ", "))."
    switch culprit {
    case .mainActor:
      complain(
        "\(signal) came, and the main actor did not answer within \(configuration.budget), so the "
          + "process ends now. Move work that blocks the main thread to another one.\(open)")
    case .body:
      complain(
        "\(signal) came, and the body of run(_:) did not return within \(configuration.budget), so "
          + "the process ends now. Let the body return when its task is cancelled.\(open)")
    case .main:
      if case .exit(let code) = configuration.exitPolicy { _exit(code) }
    case nil: break
    }
    SignalSystem.die(of: signal)
  }

  // MARK: On the signal thread

  /// How long the thread may wait for a signal; `nil` for no limit.
  var patience: Duration? {
    state.withLock { state in
      let untilPlan = state.plan.patience(at: state.running.read())
      guard let next = state.nextCheck else { return untilPlan }
      let untilCheck = max(.zero, ContinuousClock.now.duration(to: next))
      return min(untilPlan ?? untilCheck, untilCheck)
    }
  }

  /// Handles the signals of one batch that belong to this reader.
  ///
  /// If one of them ends the process, SIGTSTP and SIGCONT do not count. The order in a batch means
  /// nothing, because handlers that run at the same time write in any order.
  func receive(_ batch: [ProcessSignal]) {
    let batch = batch.filter(signals.contains)
    let isEnd = batch.contains(where: ends)
    for signal in batch {
      switch signal {
      case .suspend: if !isEnd { handle(.suspend) }
      case .resume:
        if takeStop() { handle(.stopped(.continued)) } else if !isEnd { handle(.resume) }
      case _ where !endingSignals.contains(signal): handle(.act(signal))
      case _ where !ends(signal): break
      default:
        if signal == .hangup { state.withLock { $0.isTerminalGone = true } }
        handle(.end(signal))
      }
    }
  }

  /// True if time alone changes nothing, for example because the program that had the terminal still
  /// has it. That takes one system call.
  func staysInBackground() -> Bool {
    let (expected, terminal) = state.withLock { state in
      let mayStay =
        state.plan.phase == .background && state.plan.resumeAt == nil && !state.mustStopProcess
        && state.nextCheck == nil
      return (mayStay ? state.groupInFront : nil, state.terminal)
    }
    guard let expected, expected == terminal?.groupInFront else { return patience == nil }
    handle(.seen(.background))
    return true
  }

  /// Handles the passing of time. `stopping` stops the process.
  func turn(stopping: () -> SignalPlan.StopOutcome) {
    findTaken()
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

  /// Reports each signal for which other code has installed a handler, once, a second after the start.
  private func findTaken() {
    let isDue = state.withLock { state in
      guard let next = state.nextCheck, ContinuousClock.now >= next else { return false }
      state.nextCheck = nil
      return true
    }
    guard isDue else { return }
    for signal in signals where signal != .brokenPipe && SignalSystem.hasOtherHandler(signal) {
      handle(.taken(signal))
    }
  }
}
