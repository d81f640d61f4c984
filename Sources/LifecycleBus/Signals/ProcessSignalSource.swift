public import LifecycleBus

/// Relays POSIX signals as life-cycle events: for command-line tools, terminal programs and
/// services.
///
/// ```swift
/// let mediator = AppLifecycleMediator(listeners: [journal], policy: .lifecycle)
/// let source = ProcessSignalSource(mediator: mediator)
/// try source.start()          // launched, in the foreground, active
/// await source.end(.onSignal) // SIGTERM, SIGINT or SIGHUP has been relayed, and the holds are released
/// ```
///
/// Ctrl-Z leads to the background, and then the process stops. `fg` leads back to the foreground,
/// `bg` does not. SIGTERM, SIGINT, SIGHUP and SIGPIPE lead to `willTerminate`, once. SIGKILL cannot
/// be relayed, so save in `onAppDidEnterBackground`.
///
/// Events are relayed on the main actor. A main thread that waits in `readLine()` holds them all
/// up; read with ``LineInput`` instead. SIGCONT is relayed 50 ms after it came, because systemd,
/// `timeout` and shells send an ending signal with it. A SIGCONT that comes while Ctrl-Z waits for
/// holds cancels the stop.
///
/// The end waits for the mediator's holds, up to the budget. The process ends at once, by its
/// signal, when a second ending signal comes 100 ms or more after the first. It also does so when
/// the budget runs out while a listener blocks the main actor, and then writes the reason to
/// standard error. Both put back the terminal modes of the start. A second SIGPIPE changes nothing.
///
/// A signal that is ignored when the source starts stays ignored, so `nohup` works. A handler that
/// other code installs after the start is reported as
/// ``/LifecycleBus/AppLifecycleAnomaly/signalHandledElsewhere(_:)``, or on standard error if
/// `onAnomaly` is not set. Dispatch sources are noticed on Linux only: on Apple platforms they
/// install no handler.
///
/// Each signal has one source in a process; several sources may have different signals. Start
/// children inside ``withoutBlockedSignals(_:)``, or SIGTERM may not reach them. A forked child
/// that runs no other program has the default actions.
@MainActor
public final class ProcessSignalSource {
  let configuration: Configuration
  let name: String
  let mediator: AppLifecycleMediator
  var reader: SignalReader?
  /// Made before the first signal, because the first `AnyHashable` of a process looks through all
  /// its protocol conformances, which takes longer than the rest.
  private let hashableSignalKey = AnyHashable(AppLifecycleContext.signalKey)
  private let endingInfo: [AnyHashable: Any] = [AppLifecycleContext.endingKey: true]
  private var actions: [(signal: ProcessSignal, run: @MainActor () async -> Void)] = []
  var hasStarted = false
  /// Whether `end(.now)` was called before the first `start()`.
  var mustEndAtStart = false
  /// How the process ended: by a signal, without one, or stopped; `nil` before.
  var outcome: Outcome?
  /// The tasks that wait for the end, in their order.
  var waiters: [(number: Int, continuation: CheckedContinuation<ProcessSignal?, Never>)] = []
  var lastWaiter = 0

  struct Outcome {
    let signal: ProcessSignal?
    /// Whether a task has asked for it after it was known.
    var isTaken = false
  }

  /// Makes a source that posts where this mediator listens. Nothing happens before ``start()``.
  ///
  /// - Parameters:
  ///   - mediator: The mediator whose center and vocabulary are used. The source keeps it.
  ///   - configuration: The signals, the budget and the end. An ending signal that is not allowed
  ///     stops the program here.
  ///   - name: The name of the source in errors.
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

  /// Runs a closure on the main actor whenever the signal comes, instead of ending the process.
  ///
  /// ```swift
  /// source.on(.hangup) { settings.reload() }
  /// try source.start()
  /// ```
  ///
  /// Actions and events begin in the order of their signals. Signals that come while the closure
  /// runs lead to one more run. No action begins once the process is ending.
  ///
  /// Call this before ``start()``. A second call for the same signal replaces the closure. SIGTSTP,
  /// SIGCONT and the signals of a fault, such as SIGSEGV, are not allowed.
  ///
  /// - Parameters:
  ///   - signal: The signal to wait for.
  ///   - action: Called on the main actor, in a task of its own.
  public func on(_ signal: ProcessSignal, perform action: @escaping @MainActor () async -> Void) {
    precondition(signal.isTakeable, "\(signal) cannot have an action.")
    precondition(reader == nil, "Set the actions of a signal source before it is started.")
    actions.removeAll { $0.signal == signal }
    actions.append((signal, action))
  }

  /// Takes the signals, and relays the launch and the way to the foreground.
  ///
  /// A process outside its terminal's foreground group goes to the background instead. Only missing
  /// events are posted: none that another source has posted, and no second launch after ``stop()``.
  /// Signals that came while the source was stopped are lost. Until ``stop()`` the source stays
  /// alive without a reference to it.
  ///
  /// - Throws: A ``ProcessSignalError``, if a signal belongs to another source or to other code, if
  ///   this source is started already, or if the system refuses. Then nothing has changed.
  public func start() throws(ProcessSignalError) {
    hasStarted = true
    if configuration.exitPolicy == .automatic { SignalDispatcher.shared.listenToExit() }
    let reader = try SignalReader(
      configuration, actions: actions.map(\.signal), owner: name, endsAtOnce: mustEndAtStart,
      openHolds: mediator.openHoldsReader
    ) { await self.perform($0, from: $1) }
    self.reader = reader
    outcome = nil
    if mustEndAtStart {
      mustEndAtStart = false
      return
    }
    post(missingEvents(isInFront: reader.startsInForeground))
  }

  /// The events that lead the listeners to where the process is now.
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

  /// Gives the signals back: each has the action that it had before ``start()``.
  ///
  /// Nothing is relayed. Tasks that wait in ``end(_:)`` resume with `nil`. A handler that other
  /// code has installed meanwhile stays. Stopping twice does nothing.
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

  /// The signals that are relayed, without those that were ignored at the start. Empty when
  /// stopped.
  public var signals: [ProcessSignal] { reader?.signals ?? [] }

  /// The terminal at this moment. Do not write to it in ``Terminal/background`` or
  /// ``Terminal/gone``.
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
      if afterUnseenStop { mediator.noteMissedSuspension() }
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
      let anomaly = AppLifecycleAnomaly.signalHandledElsewhere("\(signal)")
      if mediator.onAnomaly == nil { reader.complain("\(anomaly)") }
      mediator.report(anomaly)
    case .act, .finish, .look, .stop, .forceFinish, .die:
      break  // Done above, or by the reader itself.
    }
  }

  private func post(_ events: [AppLifecycleEvent], because signal: ProcessSignal? = nil) {
    var userInfo = events.last == .willTerminate ? endingInfo : [:]
    if let signal { userInfo[hashableSignalKey] = signal.rawValue }
    for event in events {
      mediator.notificationCenter.post(
        event, userInfo: userInfo.isEmpty ? nil : userInfo, vocabulary: mediator.vocabulary)
    }
  }
}
