import Foundation
public import LifecycleBus

/// Turns the signals of the process into life-cycle events, for command-line tools and services.
///
/// ```swift
/// let mediator = AppLifecycleMediator(listeners: [journal], policy: .lifecycle)
/// let source = ProcessSignalSource(mediator: mediator)
/// try await source.run {  // launched, in the foreground, active
///   await settings.read()
/// }                       // the listeners were called, and the holds are over
/// ```
///
/// - Ctrl-Z posts `willResignActive` and `didEnterBackground`, and then the process is suspended.
///   `fg` posts `willEnterForeground` and `didBecomeActive`.
/// - SIGTERM, SIGINT, SIGHUP or SIGPIPE posts the events up to `willTerminate`, once. The source
///   then waits for the mediator's holds, cancels the body of ``run(_:)`` and waits for it, all
///   within ``Configuration/budget``.
/// - A second ending signal other than SIGPIPE ends the process at once if it comes 100 ms or more
///   after the first. If the budget is over, the process ends too. In both cases no listener is
///   called, and the source puts the terminal's modes back.
///
/// The page *Command-line tools* lists the events of each signal.
///
/// Listeners are called on the main actor. While the main thread waits in `readLine()` or computes,
/// no listener is called, so do that off the main actor. SIGKILL posts nothing, so save in
/// `onAppDidEnterBackground`.
///
/// Only one part of a program may handle a signal. If other code has a handler for one of the
/// signals, the start throws. The source looks once more a second later, and reports a handler that
/// it finds as `AppLifecycleAnomaly.other` of the kind `signalHandledElsewhere`. A signal that is
/// ignored when the source starts stays ignored, so `nohup` works. One source at a time has the
/// signals of a process.
@MainActor
public final class ProcessSignalSource {
  let configuration: Configuration
  let mediator: AppLifecycleMediator
  private let name: String
  /// Made early, because the first `AnyHashable` is slow to make.
  private let hashableSignalKey = AnyHashable(AppLifecycleContext.signalKey)
  private var actions: [(signal: ProcessSignal, run: @MainActor () async -> Void)] = []
  private(set) var reader: SignalReader?
  var body: Body?
  var hasExpiredHold = false
  /// How many children are in front, one inside the other, and what the keys did before.
  var children = 0
  var formerKeys: [(signal: ProcessSignal, action: sigaction)] = []

  /// Makes a source that does nothing before ``run(_:)`` or ``start()``.
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
  /// source.on(.hangup) { await settings.read() }
  /// try source.start()
  /// ```
  ///
  /// A signal with a closure does not end the process. If the signal comes while the closure runs,
  /// the closure runs once more afterwards. When the process has begun to end, no closure begins.
  ///
  /// Set the closure before the start. A second call for the same signal replaces the closure.
  /// SIGTSTP, SIGCONT and the signals of a fault, such as SIGSEGV, are not allowed.
  public func on(_ signal: ProcessSignal, perform action: @escaping @MainActor () async -> Void) {
    precondition(signal.isTakeable, "\(signal) cannot have an action.")
    precondition(reader == nil, "Set the actions of a signal source before it is started.")
    actions.removeAll { $0.signal == signal }
    actions.append((signal, action))
  }

  /// Begins to receive the signals, and posts that the app has launched and is active.
  ///
  /// For a program without an async `main`, which waits in `dispatchMain()`; others call
  /// ``run(_:)``. When the way down is over, the process dies of the signal, so that its status says
  /// what has happened; a service that has to end with 0 chooses ``ExitPolicy/exit(_:)``.
  ///
  /// If another program has the terminal, the app is in the background instead of active. The
  /// mediator receives no second launch, for example after ``stop()`` and a new start. The source
  /// stays alive until ``stop()``, even if you do not keep it.
  ///
  /// - Throws: A ``ProcessSignalError`` if a source is started already, if other code has one of the
  ///   signals, or if the system refuses. Nothing has changed then.
  public func start() throws(ProcessSignalError) {
    let reader = try SignalReader(
      configuration, actions: actions.map(\.signal), owner: name, children: children,
      openHolds: { [holds = mediator.holdCoordinator] in holds.reasons }
    ) { self.perform($0, from: $1) }
    self.reader = reader
    hasExpiredHold = false
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
  /// The source posts nothing more, and ``run(_:)`` returns `nil` when its body has returned. A
  /// handler that other code has installed meanwhile stays. Stopping twice does nothing.
  public func stop() {
    reader?.stop()
    reader = nil
    body?.wake()
  }

  /// Whether this process may use the terminal now.
  ///
  /// Do not write to the terminal while the value is ``Terminal/background`` or ``Terminal/gone``.
  public var terminal: Terminal { reader?.terminal ?? .none }

  // MARK: Acting on what the reader decided

  private func perform(_ action: SignalPlan.Action, from reader: SignalReader) {
    // Of a source that was stopped, or whose start has failed.
    guard self.reader === reader else { return }
    switch action {
    case .relay(let events, let signal, let afterUnseenStop):
      // The process was stopped before it could say so. It is said now, because the way up would
      // otherwise be a repetition.
      if afterUnseenStop { post(missingEvents(isInFront: false), because: signal) }
      post(events, because: signal)
    case .goDown(let events, let signal, let ticket, let deadline):
      post(events, because: signal)
      Task { await waitForHolds(until: deadline, ticket: ticket, of: reader) }
    case .act(let signal):
      Task {
        if !reader.hasEnding { await actions.first { $0.signal == signal }?.run() }
        reader.handle(.acted(signal))
      }
    case .cancelBody:
      body?.mustEnd = true
      body?.wake()
    case .finish(let signal): finish(signal, of: reader)
    case .reportTaken(let signal):
      let anomaly = AppLifecycleAnomaly.signalHandledElsewhere(signal)
      if mediator.onAnomaly == nil { reader.complain("\(anomaly)") }
      mediator.report(anomaly)
    case .look, .stop, .force: break  // Done by the reader itself.
    }
  }

  private func waitForHolds(
    until deadline: Duration, ticket: Int, of reader: SignalReader
  ) async {
    let expired = await mediator.waitForHolds(upTo: max(.zero, deadline - reader.time))
    if !expired.isEmpty {
      hasExpiredHold = reader.hasEnding
      // Otherwise the mediator has reported it to its handler.
      if mediator.onAnomaly == nil {
        reader.complain("\(AppLifecycleAnomaly.holdsExpired(expired))")
      }
    }
    reader.handle(.settled(ticket: ticket))
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
