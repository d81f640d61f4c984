public import LifecycleBus

/// Relays signals as a life cycle: for command-line tools, terminal programs and services.
///
/// ```swift
/// let mediator = AppLifecycleMediator(listeners: [journal], policy: .lifecycle)
/// let source = ProcessSignalSource(mediator: mediator)
/// try source.start()          // launched, in the foreground, active
/// await source.end(.onSignal) // a signal has been relayed, and the holds are released
/// ```
///
/// - Ctrl-Z is `willResignActive` and `didEnterBackground`, and then the process is suspended. `fg`
///   is `willEnterForeground` and `didBecomeActive`. After `bg`, and with `&`, the app stays in the
///   background until `fg`.
/// - SIGTERM, SIGINT, SIGHUP and SIGPIPE are the events up to `willTerminate`, once. The end waits
///   for the mediator's holds, up to the budget of the configuration.
/// - A second ending signal, 100 ms or more after the first, ends the process at once. So does the
///   end of the budget if a listener blocks the main actor. Both put the terminal's modes back.
/// - SIGCONT is relayed after 50 ms. If SIGTERM arrives with it, as systemd and `timeout` send
///   them, only the end is delivered.
///
/// Listeners are called on the main actor. If its thread waits in `readLine()`, all events wait;
/// read with ``LineInput`` instead. SIGKILL cannot be relayed, so save in
/// `onAppDidEnterBackground`.
///
/// Only one part of a program may handle a signal. If other code has a handler for it, ``start()``
/// throws. A handler that is installed later is reported as
/// ``/LifecycleBus/AppLifecycleAnomaly/signalHandledElsewhere(_:)``. A signal that is ignored when
/// the source starts stays ignored, so `nohup` works.
///
/// Start children inside ``withoutBlockedSignals(_:)``, because they inherit blocked signals.
@MainActor
public final class ProcessSignalSource {
  let configuration: Configuration
  let name: String
  let mediator: AppLifecycleMediator
  var reader: SignalReader?
  /// Made early, because the first `AnyHashable` of a process looks through all protocol
  /// conformances.
  private let hashableSignalKey = AnyHashable(AppLifecycleContext.signalKey)
  private let endingInfo: [AnyHashable: Any] = [AppLifecycleContext.endingKey: true]
  private var actions: [(signal: ProcessSignal, run: @MainActor () async -> Void)] = []
  var hasStarted = false
  /// Whether `end(.now)` was called before the first `start()`.
  var mustEndAtStart = false
  /// How it ended, once it has: by a signal, or without one, or stopped.
  var outcome: Outcome?
  /// The tasks that wait for the end, in the order in which they came.
  var waiters: [(number: Int, continuation: CheckedContinuation<ProcessSignal?, Never>)] = []
  var lastWaiter = 0

  struct Outcome {
    let signal: ProcessSignal?
    /// Whether a task has asked for it after it was known.
    var isTaken = false
  }

  /// Makes a source that posts on the mediator's center, and keeps the mediator.
  ///
  /// - Parameters:
  ///   - mediator: Supplies the center and the names.
  ///   - configuration: The signals, the budget and the end. SIGTSTP, SIGCONT and the signals of a
  ///     fault, such as SIGSEGV, may not be ending signals.
  ///   - name: Names the source in errors; by default the file that makes it.
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

  /// Runs a closure on the main actor whenever the signal comes. The signal no longer ends the
  /// process.
  ///
  /// ```swift
  /// source.on(.hangup) { settings.reload() }
  /// try source.start()
  /// ```
  ///
  /// Actions and events begin in the order of their signals. Signals that come while the closure
  /// runs make it run once more. After the end has begun, no action begins.
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

  /// Takes the signals, and tells the listeners that the app has launched and is active. In a
  /// process of the terminal's background the app is in the background.
  ///
  /// From here until ``stop()`` the source stays alive, whether or not you keep it. It posts only
  /// what is missing: no second launch after another source or after ``stop()``.
  ///
  /// - Throws: A ``ProcessSignalError`` that names the signal, if another source or other code has
  ///   it, if this source is started already, or if the system refuses. Then nothing has changed.
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

  /// What the listeners have not been told of where the process is now.
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

  /// Gives the signals back: from now on each has its default action.
  ///
  /// Nothing is relayed. Tasks that wait in ``end(_:)`` are resumed with `nil`. A handler that
  /// other code installed meanwhile stays. Stopping twice does nothing.
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

  /// The signals that are relayed, without those that were ignored at the start; empty when
  /// stopped.
  public var signals: [ProcessSignal] { reader?.signals ?? [] }

  /// The terminal as it is at this moment. Write to it only where this is not
  /// ``Terminal/background`` or ``Terminal/gone``.
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
