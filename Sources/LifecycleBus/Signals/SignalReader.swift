import Foundation
import LifecycleBus

/// Gives the signals of one source to a plan, and carries out what the plan decides.
final class SignalReader: Sendable {
  typealias Question = (inout SignalPlan, Duration) -> SignalPlan.Action?
  typealias Perform = @MainActor @Sendable (SignalPlan.Action, SignalReader) -> Void

  private struct State {
    var isStarted = false
    var running = RunningTime()
    var plan: SignalPlan
    var terminal: SignalTerminal?
    /// Keeps the source, which keeps this reader; `nil` when there is nothing more to carry out.
    var perform: Perform?
    var mustStopProcess = false
    /// What the main actor has to do, in the plan's order.
    var pending: ArraySlice<SignalPlan.Action> = []
    /// When to look whether other code has taken a signal. A timer of Dispatch would open
    /// descriptors.
    var nextCheck: ContinuousClock.Instant? = .now + .seconds(1)

    mutating func ask(_ question: Question) -> SignalPlan.Action? {
      let hadChild = plan.hasChild
      guard isStarted, let action = question(&plan, running.read()) else { return nil }

      switch action {
      case .look, .force:
        break
      case .stop:
        mustStopProcess = true
      default:
        if case .relay(let events) = action, events.contains(.didBecomeActive), !hadChild {
          // Before a listener changes the modes. After a child they may be the program's own.
          terminal?.noteModes()
        }
        pending.append(action)
      }
      return action
    }
  }

  private let state: Locked<State>
  let signals: [ProcessSignal]
  private let endingSignals: [ProcessSignal]
  private let configuration: ProcessSignalSource.Configuration
  let startsInForeground: Bool

  init(
    _ configuration: ProcessSignalSource.Configuration, actions: [ProcessSignal] = [],
    perform: @escaping Perform
  ) throws(ProcessSignalError) {
    self.configuration = configuration

    var terminal = SignalTerminal(reset: configuration.terminalReset)
    startsInForeground = terminal?.isInFront ?? true
    if startsInForeground {
      terminal?.noteModes()
    }

    let phase: SignalPlan.Phase = startsInForeground ? .running : .background
    let plan = SignalPlan(budget: configuration.budget, phase: phase)
    state = Locked(State(plan: plan, terminal: terminal, perform: perform))

    let signals = Self.signals(configuration.endingSignals + actions, hasTerminal: terminal != nil)
    self.signals = signals
    endingSignals = configuration.endingSignals.filter {
      signals.contains($0) && !actions.contains($0)
    }

    try SignalThread.shared.begin(self)
    state.withLock { $0.isStarted = true }
    _ = SignalSystem.hasStandardError
    do throws(ProcessSignalError) {
      try installHandlers()
    } catch {
      stop()
      throw error
    }
  }

  /// Without what the process ignores. A library for terminals that handles a broken pipe or Ctrl-Z
  /// keeps it.
  private static func signals(_ wanted: [ProcessSignal], hasTerminal: Bool) -> [ProcessSignal] {
    var signals = Set(wanted + [.resume])
    let hasJobs = hasTerminal && !SignalSystem.isSessionLeader
    if hasJobs {
      signals.insert(.suspend)
    }

    let taken = signals.filter { signal in
      if SignalSystem.isIgnored(signal) { return false }
      let isLeftToOthers = signal == .brokenPipe || signal == .suspend
      return !(isLeftToOthers && SignalSystem.hasOtherHandler(signal))
    }
    return taken.sorted { $0.rawValue < $1.rawValue }
  }

  private func installHandlers() throws(ProcessSignalError) {
    for signal in signals {
      if SignalSystem.hasOtherHandler(signal) { throw .handledElsewhere(signal) }

      let former = SignalSystem.install(passOnSignal, on: signal)
      if former == nil { throw .refused(errno: errno) }
    }
  }

  /// A handler that other code has installed meanwhile stays.
  func stop() {
    for signal in signals where SignalSystem.isRelayed(signal) {
      SignalSystem.useDefault(on: signal)
    }

    state.withLock { state in
      state.isStarted = false
      state.mustStopProcess = false
      state.pending = []
    }
    SignalThread.shared.end(self)
    forgetSource()
  }

  /// The process may go on for long, and the next run needs the files of the listeners.
  func forgetSource() {
    let perform = state.withLock { state in
      let perform = state.perform
      state.perform = nil
      return perform
    }
    // A deinit may ask this reader.
    withExtendedLifetime(perform) {}
  }

  // MARK: On any thread

  private var isInFront: Bool { state.withLock { $0.terminal }?.isInFront ?? true }

  var time: Duration { state.withLock { $0.running.read() } }

  var hasEnding: Bool { state.withLock { $0.plan.hasEnding } }

  var isStarted: Bool { state.withLock { $0.isStarted } }

  /// False if a signal came first.
  func mayBeginBody() -> Bool {
    state.withLock { !$0.isStarted || $0.plan.beginBody() }
  }

  /// A body whose output has no reader may fail before SIGPIPE is read.
  func noteLostReader() {
    if endingSignals.contains(.brokenPipe), SignalSystem.hasLostReader {
      ask { $0.end(.brokenPipe, at: $1) }
    }
  }

  func ask(_ question: Question) {
    guard let action = state.withLock({ $0.ask(question) }) else { return }

    switch action {
    case .look:
      let isInFront = isInFront
      ask { plan, _ in plan.look(isInFront: isInFront) }
    case .force(let signal, let culprit):
      force(signal, culprit)
    case .stop:
      SignalThread.shared.wake()
    default:
      MainActorContext.later { self.performPending() }
    }
  }

  @MainActor
  func performPending() {
    while let action = state.withLock({ $0.pending.popFirst() }) {
      perform(action)
    }
  }

  @MainActor
  private func perform(_ action: SignalPlan.Action) {
    let perform = state.withLock { $0.perform }
    perform?(action, self)
  }

  func lendTerminal() {
    state.withLock { $0.terminal?.lend() }
  }

  func endChild() {
    state.withLock { $0.terminal?.takeBack() }
    let isInFront = isInFront
    ask { plan, _ in plan.endChild(isInFront: isInFront) }
  }

  func putBackTerminal(leavesScreen: Bool = false) {
    state.withLock { $0.terminal }?.putBack(leavesScreen: leavesScreen)
  }

  private func force(_ signal: ProcessSignal, _ culprit: SignalPlan.Culprit?) -> Never {
    putBackTerminal(leavesScreen: true)

    if let culprit, signal != .brokenPipe {
      SignalSystem.complain(
        "\(signal) came, and the process ends now, because \(culprit.rawValue) did not answer "
          + "within \(configuration.budget).")
    }
    SignalSystem.flushOutput()
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

  /// True from the plan's wish until ``noteStopped()``.
  var mustStopProcess: Bool { state.withLock { $0.mustStopProcess } }

  func noteStopped() {
    state.withLock { $0.mustStopProcess = false }
    ask { $0.stopped(at: $1) }
  }

  /// The order of a batch means nothing: handlers that run at the same time write in any order.
  func receive(_ batch: [ProcessSignal]) {
    for signal in batch where signals.contains(signal) {
      switch signal {
      case .resume where mustStopProcess:
        noteStopped()
      case .resume:
        ask { $0.resume(at: $1) }
      case .suspend:
        ask { $0.suspend(at: $1) }
      case _ where !endingSignals.contains(signal):
        ask { plan, _ in plan.act(signal) }
      case .brokenPipe where !SignalSystem.hasLostReader:
        // A client of a service has hung up.
        break
      default:
        ask { $0.end(signal, at: $1) }
      }
    }
  }

  /// Reports, once, what other code has taken, and tells the plan the time.
  func doWhatIsDue() {
    let nextCheck = state.withLock { $0.nextCheck }
    if let nextCheck, ContinuousClock.now >= nextCheck {
      state.withLock { $0.nextCheck = nil }
      MainActorContext.later { self.perform(.reportTaken) }
    }

    // A process that is to stop is still in front.
    if !mustStopProcess {
      ask { $0.timePassed(at: $1) }
    }
  }
}
