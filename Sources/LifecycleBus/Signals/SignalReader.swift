import Foundation
import LifecycleBus

/// Gives the signals of one source to a plan, and carries out what the plan decides.
final class SignalReader: Sendable {
  private struct State {
    /// False before all handlers are installed, and after the stop.
    var isStarted = false
    var running = RunningTime()
    var plan: SignalPlan
    var terminal: SignalTerminal?
    var mustStopProcess = false
    /// What the main actor has to do, in the plan's order.
    var pending: [SignalPlan.Action] = []
    /// When to look whether other code has taken a signal. Not by a timer of Dispatch, which opens
    /// descriptors and keeps threads.
    var nextCheck: ContinuousClock.Instant? = .now + .seconds(1)
  }

  private let state: Locked<State>
  let signals: [ProcessSignal]
  private let endingSignals: [ProcessSignal]
  private let formerQuitAction = SignalSystem.currentAction(on: .quit)
  private let configuration: ProcessSignalSource.Configuration
  private let perform: @MainActor @Sendable (SignalPlan.Action, SignalReader) -> Void
  let startsInForeground: Bool

  /// Takes the signals and starts to read. `perform` carries out actions of the plan on the main
  /// actor, in the plan's order.
  init(
    _ configuration: ProcessSignalSource.Configuration, actions: [ProcessSignal] = [],
    hasChild: Bool = false,
    perform: @escaping @MainActor @Sendable (SignalPlan.Action, SignalReader) -> Void
  ) throws(ProcessSignalError) {
    self.perform = perform
    self.configuration = configuration
    var terminal = SignalTerminal(reset: configuration.terminalReset)
    let isInFront = [nil, .foreground].contains(terminal?.standing)
    if isInFront { terminal?.noteModes() }
    startsInForeground = isInFront && !hasChild
    let plan = SignalPlan(
      budget: configuration.budget, phase: startsInForeground ? .running : .background,
      hasChild: hasChild)
    state = Locked(State(plan: plan, terminal: terminal))
    let signals = Self.signals(configuration.endingSignals + actions, hasTerminal: terminal != nil)
    self.signals = signals
    endingSignals = configuration.endingSignals.filter {
      signals.contains($0) && !actions.contains($0)
    }
    try SignalThread.shared.begin(self)
    state.withLock { $0.isStarted = true }
    _ = SignalSystem.hasStandardError
    do throws(ProcessSignalError) {
      for signal in signals {
        guard !SignalSystem.hasOtherHandler(signal) else { throw .handledElsewhere(signal) }
        guard SignalSystem.install(passOnSignal, on: signal) != nil else {
          throw .refused(errno: errno)
        }
      }
    } catch {
      stop()
      throw error
    }
  }

  /// Without those that the process ignores. Other code that handles a broken pipe or Ctrl-Z, such as
  /// a library for terminals, keeps it.
  private static func signals(_ wanted: [ProcessSignal], hasTerminal: Bool) -> [ProcessSignal] {
    let leavesSuspension = !hasTerminal || SignalSystem.isSessionLeader
    let all = Set(wanted + [.resume] + (leavesSuspension ? [] : [.suspend]))
    let taken = all.filter {
      !SignalSystem.isIgnored($0)
        && !([.brokenPipe, .suspend].contains($0) && SignalSystem.hasOtherHandler($0))
    }
    return taken.sorted { $0.rawValue < $1.rawValue }
  }

  /// False for a key that a child in front has for itself, and for SIGPIPE of a write elsewhere.
  private func ends(_ signal: ProcessSignal) -> Bool {
    endingSignals.contains(signal) && !state.withLock { $0.plan.isForChild(signal) }
      && (signal != .brokenPipe || SignalSystem.hasLostReader)
  }

  var terminal: ProcessSignalSource.Terminal {
    state.withLock { $0.terminal }?.standing ?? .none
  }

  var time: Duration { state.withLock { $0.running.read() } }

  var hasEnding: Bool { state.withLock { $0.plan.hasEnding } }

  /// Gives the signals back, and does nothing more. A handler that other code has installed meanwhile
  /// stays. SIGQUIT gets its former action, because the Swift runtime may have handled it.
  func stop() {
    for signal in signals where SignalSystem.isRelayed(signal) {
      SignalSystem.useDefault(on: signal)
      if signal == .quit { SignalSystem.setAction(formerQuitAction, on: signal) }
    }
    state.withLock { state in
      state.isStarted = false
      state.pending = []
    }
    SignalThread.shared.end(self)
  }

  // MARK: On any thread

  func handle(_ input: SignalPlan.Input) {
    let action = state.withLock { state -> SignalPlan.Action? in
      guard state.isStarted else { return nil }
      let action = state.plan.handle(input, at: state.running.read())
      switch action {
      case .look, .force, nil: break
      case .stop: state.mustStopProcess = true
      case let action?:
        if case .relay(let events) = action, events.contains(.didBecomeActive) {
          // Before a listener changes them.
          state.terminal?.noteModes()
        }
        state.pending.append(action)
      }
      return action
    }
    switch action {
    case .look: handle(.seen(terminal))
    case .stop: SignalThread.shared.wake()
    case .force(let signal, let culprit): force(signal, culprit)
    case nil: break
    default: MainActorContext.later { self.performPending() }
    }
  }

  @MainActor
  func performPending() {
    while let action = state.withLock({ $0.pending.isEmpty ? nil : $0.pending.removeFirst() }) {
      perform(action, self)
    }
  }

  func putBackTerminal(leavesScreen: Bool = false) {
    state.withLock { $0.terminal }?.putBack(leavesScreen: leavesScreen)
  }

  private func force(_ signal: ProcessSignal, _ culprit: SignalPlan.Culprit?) -> Never {
    putBackTerminal(leavesScreen: true)
    if culprit == .main, case .exit(let code) = configuration.exitPolicy { _exit(code) }
    if let culprit, culprit != .main {
      SignalSystem.complain(
        "\(signal) came, and the process ends now, because \(culprit.rawValue) did not answer "
          + "within \(configuration.budget).")
    }
    SignalSystem.die(of: signal)
  }

  // MARK: On the signal thread

  var patience: Duration? {
    state.withLock { state in
      let untilCheck = state.nextCheck.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
      let untilPlan = state.plan.patience(at: state.running.read())
      return [untilCheck, untilPlan].compactMap { $0 }.min()
    }
  }

  /// Handles one batch. If a signal ends the process, SIGTSTP and SIGCONT do not count; the order in a
  /// batch means nothing, because handlers that run at the same time write in any order.
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
      default: handle(.end(signal))
      }
    }
  }

  /// Looks, in the background, whether the terminal has come back. False if there may be more to do.
  func looksFromBackground() -> Bool {
    let isIdle = state.withLock {
      $0.plan.phase == .background && $0.plan.resumeAt == nil && !$0.mustStopProcess
        && $0.nextCheck == nil
    }
    if isIdle { handle(.timePassed) }
    return isIdle
  }

  func turn(stopping: () -> SignalPlan.StopOutcome) {
    if let next = state.withLock({ $0.nextCheck }), ContinuousClock.now >= next {
      state.withLock { $0.nextCheck = nil }
      MainActorContext.later { self.perform(.reportTaken, self) }
    }
    // A process that is to stop is still in front.
    if !state.withLock({ $0.mustStopProcess }) { handle(.timePassed) }
    while takeStop() { handle(.stopped(stopping())) }
  }

  /// True once if the plan has asked to stop the process.
  private func takeStop() -> Bool {
    state.withLock { state in
      defer { state.mustStopProcess = false }
      return state.mustStopProcess
    }
  }
}
