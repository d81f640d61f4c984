public import LifecycleBus

/// Relays POSIX signals as a life cycle: for command-line tools, terminal programs and services.
///
/// ```swift
/// let mediator = AppLifecycleMediator(listeners: [journal], policy: .lifecycle)
/// let source = ProcessSignalSource(mediator: mediator)
/// try source.start()          // launched, in the foreground, active
/// await source.end(.onSignal) // SIGTERM, SIGINT or SIGHUP has been relayed, and the holds are released
/// ```
///
/// Ctrl-Z is `willResignActive` and `didEnterBackground`, and then the process really stops; `fg`
/// is `willEnterForeground` and `didBecomeActive`. After `bg` the app stays in the background until
/// it is in the terminal's foreground group; so does a process that starts outside that group.
/// SIGTERM, SIGINT, SIGHUP and SIGPIPE are the events up to `willTerminate`, once. SIGKILL cannot be
/// relayed, so save in `onAppDidEnterBackground`.
///
/// Everything is relayed on the main actor. A main thread that waits in `readLine()` keeps all
/// events waiting; read with ``LineInput`` instead.
///
/// SIGCONT is relayed 50 ms after it came, because an ending signal that belongs to it wins:
/// systemd, `timeout`, shells and closing terminals send both. A SIGCONT that comes while Ctrl-Z
/// waits for holds calls the stop off.
///
/// The end waits for the mediator's holds, up to the budget of the configuration. A second
/// ending signal, 100 ms or more after the first, ends the process at once, by the signal; so does
/// the budget running out while a listener blocks the main actor, which a sentence on standard error
/// explains. Both happen beside the main actor, and put back the terminal modes of the start. A
/// second SIGPIPE changes nothing: each write to a reader that is gone brings one.
///
/// A signal that is ignored when the source starts stays ignored, so `nohup` works. A signal for
/// which other code has a handler at the start is an error of ``start()``. A handler that is
/// installed later is noticed one second and ten seconds after the start and whenever a signal comes,
/// and reported as ``/LifecycleBus/AppLifecycleAnomaly/signalHandledElsewhere(_:)``; on standard
/// error if `onAnomaly` is not set. A Dispatch source is noticed on Linux, where it installs a
/// handler; on Apple platforms it installs none, and both are told of the signal. SIGQUIT, SIGSEGV
/// and their kin are left alone; so are SIGUSR1, SIGUSR2 and SIGWINCH, unless ``on(_:perform:)``
/// gives them an action.
///
/// Each signal has one source in a process; several sources may run with different signals.
///
/// Children inherit the signal mask of the thread that starts them, and a worker thread, on which
/// the main actor may run after the first suspension of an `async` main, blocks nearly all signals.
/// Start children inside ``withoutBlockedSignals(_:)``, or SIGTERM may not reach them. In a child
/// that is forked and runs no other program, signals have their default actions.
@MainActor
public final class ProcessSignalSource {
  let configuration: Configuration
  let name: String
  let mediator: AppLifecycleMediator
  var reader: SignalReader?
  /// Made before the first signal comes: the first `AnyHashable` of a process looks through all
  /// protocol conformances of the program, which takes longer than all the rest of the way.
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

  /// Makes a source that posts where this mediator listens. Nothing happens before ``start()``.
  ///
  /// The source keeps the mediator.
  ///
  /// - Parameters:
  ///   - mediator: The mediator whose center and vocabulary the events are posted with.
  ///   - configuration: The signals, the budget and the end. An ending signal that no source may
  ///     take is a mistake of the programmer: SIGTSTP, SIGCONT, and the signals of a fault.
  ///   - name: Names the source in errors; the file that makes it, unless you say otherwise.
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
  /// A signal with an action ends nothing, also if the configuration lists it. Actions and events
  /// begin in the order in which their signals came, an action before an ending that came with it. While the closure runs, further signals of the
  /// kind are one, which runs it once more when it has returned. From the beginning of the way to
  /// the end on, no action begins.
  ///
  /// Call it before ``start()``. A second call for the same signal replaces the closure. A signal
  /// that is ignored when the source starts stays ignored. SIGTSTP, SIGCONT and the signals of a
  /// fault, such as SIGSEGV, are not allowed.
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

  /// Takes the signals, and tells the listeners that the app has launched, is in the foreground and
  /// active; in a process that is not in its terminal's foreground group, that it has launched and
  /// is in the background.
  ///
  /// From here until ``stop()`` the source stays alive, whether or not you keep it. It posts only
  /// what is missing: nothing where another source has posted it, and after ``stop()`` no second
  /// launch. No signal is seen that came while it was stopped. After `end(.now)` the listeners are
  /// told `willTerminate` and nothing else.
  ///
  /// - Throws: A ``ProcessSignalError`` that names the signal, if another source or other code in
  ///   this process has it or this one is started already, or if the system refuses. Then nothing
  ///   has changed.
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

  /// Gives the signals back: from now on each has its default action, as before ``start()``.
  ///
  /// Tasks that wait in ``end(_:)`` are resumed with `nil`. Nothing is relayed. A handler that other
  /// code installed meanwhile stays. If other code installs this package's handler again later, a
  /// signal gets its default action. Stopping twice does nothing.
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

  /// The signals that are relayed: those asked for, less those that were ignored at the start.
  /// Empty when stopped.
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
