/// Relays POSIX signals as a life cycle: for command-line tools, terminal programs and services.
///
/// ```swift
/// let mediator = AppLifecycleMediator(policy: .lifecycle, listeners: [journal])
/// let source = ProcessSignalSource(mediator: mediator)
/// try source.start()          // launched, in the foreground, active
/// await source.ended()        // SIGTERM, SIGINT or SIGHUP has been relayed, and the holds are released
/// ```
///
/// Ctrl-Z is `willResignActive` and `didEnterBackground`, and then the process really stops; `fg`
/// is `willEnterForeground` and `didBecomeActive`. After `bg` the app stays in the background until
/// it is in the terminal's foreground group. SIGTERM, SIGINT and SIGHUP are the way down to
/// `willTerminate`, once. SIGKILL cannot be relayed, so save in `onAppDidEnterBackground`.
///
/// The way down waits for the mediator's holds, up to the budget of the configuration. A second
/// ending signal, 100 ms or more after the first, ends the process at once, by the signal; so does
/// the budget running out while a listener blocks the main actor. Both are acted on beside the main
/// actor.
///
/// A signal that is ignored when the source starts stays ignored, so `nohup` works. Handlers
/// that were installed before are put back by ``stop()``. SIGQUIT, SIGSEGV and their kin, SIGUSR1, SIGUSR2 and
/// SIGWINCH are left alone.
///
/// Children inherit the signal mask of the thread that starts them, and a worker thread, on which
/// the main actor may run after the first suspension of an `async` main, blocks nearly all signals.
/// Start children inside ``withoutBlockedSignals(_:)``, or they may not hear SIGTERM.
@MainActor
public final class ProcessSignalSource {
  /// Under this key of an event's `userInfo` is the number of the signal behind it, an `Int32`;
  /// ``AppLifecycleContext/signal`` reads it.
  public nonisolated static let signalKey = "LifecycleBus.signal"

  /// What the source was made with.
  public let configuration: Configuration
  private let mediator: AppLifecycleMediator
  private var reader: SignalReader?
  private var hasLaunched = false
  /// How it ended, once it has: by a signal, or without one, or stopped.
  private var outcome: Outcome?
  private var waiters: [Int: CheckedContinuation<ProcessSignal?, Never>] = [:]
  private var nextWaiter = 0

  private struct Outcome {
    let signal: ProcessSignal?
  }

  /// Makes a source that posts where this mediator listens. Nothing happens before ``start()``.
  ///
  /// The source keeps the mediator.
  public init(
    mediator: AppLifecycleMediator, configuration: Configuration = Configuration()
  ) {
    self.mediator = mediator
    self.configuration = configuration
  }

  /// Takes the signals, and tells the listeners that the app has launched, is in the foreground and
  /// active.
  ///
  /// From here until ``stop()`` the source stays alive, whether or not you keep it. Started again
  /// after `stop()`, it posts only what is missing to be active, and sees no signal that came
  /// meanwhile.
  ///
  /// - Throws: A ``ProcessSignalError`` that names the signal, if another source in this process
  ///   has one of them or this one is started already, if the system refuses, or if it has no
  ///   signals. Then nothing has changed.
  public func start() throws(ProcessSignalError) {
    reader = try SignalReader(configuration) { action, reader in
      MainActorContext.later { self.perform(action, from: reader) }
    }
    outcome = nil
    if !hasLaunched {
      post([.didFinishLaunching, .willEnterForeground, .didBecomeActive])
      hasLaunched = true
    } else if mediator.state == .inactive || mediator.state == .background {
      post([.willEnterForeground, .didBecomeActive])
    }
  }

  /// Gives the signals back: from now on the process does with them what it did before ``start()``.
  ///
  /// Tasks that wait in ``ended()`` are resumed with `nil`. Nothing is relayed. A handler that other
  /// code installed meanwhile stays. Stopping twice does nothing.
  public func stop() {
    guard let reader else { return }
    self.reader = nil
    reader.stop()
    if outcome == nil { outcome = Outcome(signal: nil) }
    resumeWaiters(nil)
  }

  /// The signals that are relayed: those asked for, less those that were ignored at the start.
  /// Empty when stopped.
  public var signals: [ProcessSignal] { reader?.signals ?? [] }

  /// The terminal as it is at this moment. Write to it only where this is not
  /// ``Terminal/background`` or ``Terminal/gone``.
  public var terminal: Terminal { reader?.terminal ?? .none }

  // MARK: The end

  /// Waits until the way down is over: the listeners told, the holds released or out of budget.
  ///
  /// With the policy ``ExitPolicy/returnToMain`` this is how `main` goes on. With the others the
  /// process ends by itself, and this returns only after ``end()``. Several may wait; once it is
  /// over, or the source is stopped, it returns at once.
  ///
  /// - Returns: The signal; `nil` after ``end()`` without one, after ``stop()``, and when the task
  ///   is cancelled.
  @discardableResult
  public func ended() async -> ProcessSignal? {
    let number = nextWaiter
    nextWaiter += 1
    return await withTaskCancellationHandler {
      Task.isCancelled ? nil : await waitForEnd(number)
    } onCancel: {
      Task { @MainActor in self.waiters.removeValue(forKey: number)?.resume(returning: nil) }
    }
  }

  /// Ends in order without a signal: at the end of the input, or because the user said so.
  ///
  /// Relays the way down once and waits for the holds, up to the budget; then it is for `main` to
  /// return. A signal that comes meanwhile is the first one: the way down is not relayed again, and
  /// the exit policy applies. Called when the way down is under way or over, it waits for the end
  /// of that. Without ``start()`` it does nothing.
  public func end() async {
    guard let reader else { return }
    reader.send(.endByApp)
    let number = nextWaiter
    nextWaiter += 1
    _ = await waitForEnd(number)
  }

  private func waitForEnd(_ number: Int) async -> ProcessSignal? {
    if let outcome { return outcome.signal }
    return await withCheckedContinuation { waiters[number] = $0 }
  }

  private func resumeWaiters(_ signal: ProcessSignal?) {
    let woken = waiters.sorted { $0.key < $1.key }.map(\.value)
    waiters = [:]
    for waiter in woken { waiter.resume(returning: signal) }
  }

  // MARK: Acting on what the reader decided

  private func perform(_ action: SignalPlan.Action, from reader: SignalReader) {
    guard self.reader === reader else { return }
    switch action {
    case .relay(let events, let signal, let afterUnseenStop):
      if afterUnseenStop { mediator.noteMissedSuspension() }
      post(events, because: signal)
    case .awaitHolds(let ticket, let deadline):
      let budget = max(.zero, reader.instant(at: deadline) - ContinuousClock.now)
      Task {
        await mediator.waitForHolds(upTo: budget)
        reader.send(.settled(ticket: ticket))
      }
    case .finish(let signal):
      finish(signal)
    case .stop, .forceFinish, .die:
      break  // Done by the reader itself.
    }
  }

  private func post(_ events: [AppLifecycleEvent], because signal: ProcessSignal? = nil) {
    let userInfo = signal.map { [Self.signalKey: $0.rawValue] }
    for event in events {
      mediator.notificationCenter.post(event, userInfo: userInfo, vocabulary: mediator.vocabulary)
    }
  }

  private func finish(_ signal: ProcessSignal?) {
    if let signal {
      switch configuration.exitPolicy {
      case .returnToMain: break
      case .dieBySignal:
        SignalSystem.flushOutput()
        SignalSystem.die(of: signal)
      case .exit(let code): SignalSystem.exitInOrder(code)
      }
    }
    outcome = Outcome(signal: signal)
    resumeWaiters(signal)
  }
}
