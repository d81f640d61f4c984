public import LifecycleBus

/// Turns the signals of the process into life-cycle events, for command-line tools and services.
///
/// ```swift
/// let mediator = AppLifecycleMediator(listeners: [journal], policy: .lifecycle)
/// let source = ProcessSignalSource(mediator: mediator)
/// try source.start()          // launched, in the foreground, active
/// await source.end(.onSignal) // a signal has been relayed, and the holds are released
/// ```
///
/// - Ctrl-Z posts `willResignActive` and `didEnterBackground`, and then the process is suspended.
///   `fg` posts `willEnterForeground` and `didBecomeActive`.
/// - SIGTERM, SIGINT, SIGHUP or SIGPIPE posts the events up to `willTerminate`, once. The source
///   then waits for the mediator's holds, up to ``Configuration/budget``.
/// - A second ending signal other than SIGPIPE ends the process at once if it comes 100 ms or more
///   after the first. If a listener blocks the main actor until the budget is over, the process
///   ends too. In both cases the source puts the terminal's modes back.
///
/// The page *Command-line tools and services* lists the events of each signal.
///
/// Listeners are called on the main actor. While the main thread waits in `readLine()`, no listener
/// is called, so read with ``LineInput`` instead. SIGKILL posts nothing, so save in
/// `onAppDidEnterBackground`.
///
/// Only one part of a program may handle a signal. If other code has a handler for one of the
/// signals, ``start()`` throws. A handler that is installed later is reported as
/// `AppLifecycleAnomaly.other` of the kind `signalHandledElsewhere`. A signal that is ignored when
/// the source starts stays ignored, so `nohup` works.
///
/// Start child processes inside ``withoutBlockedSignals(_:)``, so that none of them blocks SIGTERM.
@MainActor
public final class ProcessSignalSource {
  let configuration: Configuration
  let name: String
  let mediator: AppLifecycleMediator
  var reader: SignalReader?
  /// Made early, because the first `AnyHashable` is slow to make.
  private let hashableSignalKey = AnyHashable(AppLifecycleContext.signalKey)
  private var actions: [(signal: ProcessSignal, run: @MainActor () async -> Void)] = []
  var hasStarted = false
  var mustEndAtStart = false
  /// `nil` until the end is over or the source is stopped.
  var outcome: Outcome?
  /// The tasks that wait for the end, the oldest first.
  var waiters: [(number: Int, continuation: CheckedContinuation<ProcessSignal?, Never>)] = []
  var lastWaiter = 0

  struct Outcome {
    let signal: ProcessSignal?
    /// If this stays false, the process dies of the signal.
    var isTaken = false
  }

  /// Makes a source that does nothing before ``start()``.
  ///
  /// - Parameters:
  ///   - mediator: Receives the events. The source keeps the mediator.
  ///   - configuration: The signals, the budget and the end. The program stops here if a signal is
  ///     not allowed as an ending signal.
  ///   - name: Names the source in errors; by default the file that makes the source.
  public init(
    mediator: AppLifecycleMediator, configuration: Configuration = Configuration(),
    name: String = #fileID
  ) {
    for signal in configuration.endingSignals {
      precondition(
        signal.isTakeable,
        "\(signal) cannot be an ending signal; leave it out of `endingSignals`.")
    }
    self.mediator = mediator
    self.configuration = configuration
    self.name = name
  }

  /// Runs a closure on the main actor whenever the signal comes.
  ///
  /// ```swift
  /// source.on(.hangup) { settings.reload() }
  /// try source.start()
  /// ```
  ///
  /// A signal with a closure does not end the process. If the signal comes while the closure runs,
  /// the closure runs once more afterwards. When the process has begun to end, no closure begins.
  ///
  /// Set the closure before ``start()``. A second call for the same signal replaces the closure.
  /// SIGTSTP, SIGCONT and the signals of a fault, such as SIGSEGV, are not allowed.
  public func on(_ signal: ProcessSignal, perform action: @escaping @MainActor () async -> Void) {
    precondition(signal.isTakeable, "\(signal) cannot have an action.")
    precondition(reader == nil, "Set the actions of a signal source before it is started.")
    actions.removeAll { $0.signal == signal }
    actions.append((signal, action))
  }

  /// Begins to receive the signals, and posts that the app has launched and is active.
  ///
  /// If another program has the terminal, the app is in the background instead. The mediator
  /// receives no second launch, for example after ``stop()`` and a new start. The source stays alive
  /// until ``stop()``, even if you do not keep it.
  ///
  /// - Throws: A ``ProcessSignalError`` if another source or other code has one of the signals, if
  ///   this source is started already, or if the system refuses. Nothing has changed then.
  public func start() throws(ProcessSignalError) {
    hasStarted = true
    if configuration.exitPolicy == .automatic { SignalDispatcher.shared.listenToExit() }
    let reader = try SignalReader(
      configuration, actions: actions.map(\.signal), owner: name, endsAtOnce: mustEndAtStart,
      openHolds: { [holds = mediator.holdCoordinator] in holds.reasons }
    ) { await self.perform($0, from: $1) }
    self.reader = reader
    outcome = nil
    if mustEndAtStart {
      mustEndAtStart = false
      return
    }
    post(missingEvents(isInFront: reader.startsInForeground))
  }

  /// The events that bring the mediator to the state of the process.
  private func missingEvents(isInFront: Bool) -> [AppLifecycleEvent] {
    switch (mediator.state, isInFront) {
    case (.notRunning, true): [.didFinishLaunching, .willEnterForeground, .didBecomeActive]
    case (.notRunning, false): [.didFinishLaunching, .didEnterBackground]
    case (.inactive, true), (.background, true): [.willEnterForeground, .didBecomeActive]
    case (.inactive, false): [.didEnterBackground]
    case (.active, false): [.willResignActive, .didEnterBackground]
    case (.active, true), (.background, false), (.terminated, _): []
    }
  }

  /// Gives the signals back, so that each has its former action again.
  ///
  /// The source posts nothing more. Tasks that wait in ``end(_:)`` are resumed with `nil`. A handler
  /// that other code has installed meanwhile stays. Stopping twice does nothing.
  public func stop() {
    guard let reader else { return }
    self.reader = nil
    reader.stop()
    if outcome == nil { outcome = Outcome(signal: nil) }
    // A process that would end after the way down, or die at its exit, goes on.
    if outcome?.signal != nil { SignalDispatcher.shared.dieAtExit(of: nil) }
    outcome?.isTaken = true
    resumeWaiters(nil)
  }

  /// The signals that the source receives; empty before ``start()`` and after ``stop()``.
  public var signals: [ProcessSignal] { reader?.signals ?? [] }

  /// Whether this process may use the terminal now.
  ///
  /// Do not write to the terminal while the value is ``Terminal/background`` or ``Terminal/gone``.
  public var terminal: Terminal { reader?.terminal ?? .none }

  // MARK: Acting on what the reader decided

  private func perform(_ action: SignalPlan.Action, from reader: SignalReader) async {
    if case .act(let signal) = action {
      if self.reader === reader { await actions.first { $0.signal == signal }?.run() }
      return reader.handle(.acted(signal))
    }
    guard self.reader === reader else { return }
    switch action {
    case .relay(let events, let signal, let afterUnseenStop):
      // The process was stopped before it could say so. It is said now, because the way up would
      // otherwise be a repetition.
      if afterUnseenStop { post(missingEvents(isInFront: false), because: signal) }
      post(events, because: signal)
    case .goDown(let events, let signal, let ticket, let deadline):
      post(events, because: signal)
      let expired = await mediator.waitForHolds(upTo: max(.zero, deadline - reader.time))
      // The mediator has reported it to its handler.
      if mediator.onAnomaly == nil, !expired.isEmpty {
        reader.complain("\(AppLifecycleAnomaly.holdsExpired(expired))")
      }
      if case .finish(let signal) = reader.settle(ticket) { await finish(signal, from: reader) }
    case .reportTaken(let signal):
      let anomaly = AppLifecycleAnomaly.signalHandledElsewhere(signal)
      if mediator.onAnomaly == nil { reader.complain("\(anomaly)") }
      mediator.report(anomaly)
    case .act, .finish, .look, .stop, .forceFinish, .die:
      break  // Done above, or by the reader itself.
    }
  }

  private func post(_ events: [AppLifecycleEvent], because signal: ProcessSignal? = nil) {
    let userInfo: [AnyHashable: Any]? = signal.map { [hashableSignalKey: $0.rawValue] }
    for event in events { mediator.post(event, userInfo: userInfo) }
  }
}

extension AppLifecycleAnomaly {
  package static func signalHandledElsewhere(_ signal: ProcessSignal) -> Self {
    .other(
      kind: "signalHandledElsewhere",
      sentence: "\(signal) goes to other code in this process now, such as a Dispatch source or a "
        + "service group, so no listener is told when it comes; leave the signal to one of the two."
    )
  }
}
