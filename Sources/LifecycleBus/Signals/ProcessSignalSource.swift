import Foundation
public import LifecycleBus

/// Turns the signals of the process into life-cycle events, for command-line tools and services.
///
/// ```swift
/// let mediator = AppLifecycleMediator(listeners: [journal], policy: .balanced)
/// let source = ProcessSignalSource(mediator: mediator)
/// try await source.run {  // launched, in the foreground, active
///   await settings.read()
/// }                       // the listeners were called, and the holds are over
/// ```
///
/// Ctrl-Z posts the events into the background and suspends the process; `fg` posts those into the
/// foreground. SIGTERM, SIGINT, SIGHUP or SIGPIPE ends the app, as ``run(_:)`` tells. When
/// ``Configuration/budget`` is over, or at a Ctrl-C 100 ms or more after the first signal, the process
/// ends by force: no listener is called, and the terminal's modes are put back. SIGKILL posts nothing,
/// so save in `onAppDidEnterBackground`.
///
/// Listeners are called on the main actor. While the main thread waits in Swift's `readLine()` or
/// computes, none is called: read with ``StandardInput``, and compute elsewhere.
///
/// One source at a time has the signals of a process. The start throws if other code handles one of
/// them, and a second later an `AppLifecycleAnomaly.other` of the kind `signalHandledElsewhere` reports
/// code that has taken one since. A signal that is ignored at the start stays ignored, so `nohup`
/// works.
@MainActor
public final class ProcessSignalSource {
  let configuration: Configuration
  let mediator: AppLifecycleMediator
  private var actions: [ProcessSignal: @MainActor () async -> Void] = [:]
  private(set) var reader: SignalReader?
  var body: Body?
  /// Those that expired during the end.
  var expiredHolds: [String] = []
  /// What is called when the end begins; `nil` from then on.
  private var endingActions: [@MainActor () -> Void]? = []
  /// How many calls of `withChildInFront` are open, and what Ctrl-\ did before.
  var children = 0
  var formerQuitAction: sigaction?

  /// Makes a source that does nothing before ``run(_:)`` or ``start()``, and keeps the mediator.
  public init(mediator: AppLifecycleMediator, configuration: Configuration = Configuration()) {
    for signal in configuration.endingSignals {
      precondition(
        signal.isTakeable,
        "\(signal) cannot be an ending signal; leave it out of `endingSignals`.")
    }
    self.mediator = mediator
    self.configuration = configuration
  }

  /// Runs a closure on the main actor whenever the signal arrives, which then doesn't end the process.
  ///
  /// A signal that arrives while its closure runs makes it run once more. None begins after
  /// ``isEnding``. Set closures before the start, one for a signal, and only for signals that
  /// ``Configuration/endingSignals`` allows.
  public func on(_ signal: ProcessSignal, perform action: @escaping @MainActor () async -> Void) {
    precondition(signal.isTakeable, "\(signal) cannot have an action.")
    precondition(
      reader?.isStarted != true, "Set the actions of a signal source before it is started.")
    actions[signal] = action
  }

  /// Begins to receive the signals, and posts that the app has launched and is active.
  ///
  /// For a program without an async `main`, which waits in `dispatchMain()`; others call
  /// ``run(_:)``. After an ending signal the process dies of it, or exits with the code of
  /// ``ExitPolicy/exit(_:)``.
  ///
  /// If another program has the terminal, the app is in the background instead of active. After
  /// ``stop()`` a new start posts no second launch. The source stays alive until ``stop()``. When the
  /// start throws, nothing has changed.
  public func start() throws(ProcessSignalError) {
    let reader = try SignalReader(configuration, actions: Array(actions.keys)) {
      self.perform($0, from: $1)
    }

    self.reader = reader
    expiredHolds = []
    endingActions = endingActions ?? []
    mediator.holdCoordinator.isForEnd = false
    post(missingEvents(isInFront: reader.startsInForeground))
  }

  // MARK: The beginning of an end

  /// True once a signal ends the app, or the body of ``run(_:)`` has returned. A loop asks before it
  /// begins the next piece of work.
  public var isEnding: Bool { reader?.hasEnding ?? false }

  /// Calls a closure on the main actor when the app begins to end, before any event, or now if it has
  /// begun.
  ///
  /// ```swift
  /// source.onEnding { server.stopAccepting() }
  /// ```
  ///
  /// A server stops accepting here, so that no further request takes a hold. Ctrl-Z calls nothing. Each
  /// closure is called once and released.
  public func onEnding(_ action: @escaping @MainActor () -> Void) {
    if endingActions == nil {
      action()
    } else {
      endingActions?.append(action)
    }
  }

  private func beginEnding() {
    mediator.holdCoordinator.isForEnd = true
    let actions = endingActions ?? []
    endingActions = nil

    for action in actions {
      action()
    }
  }

  /// Reports each signal for which other code has installed a handler.
  private func reportTaken(of reader: SignalReader) {
    if reader.hasEnding { return }

    for signal in reader.signals
    where signal != .brokenPipe && SignalSystem.hasOtherHandler(signal) {
      let anomaly = AppLifecycleAnomaly.other(
        kind: "signalHandledElsewhere",
        sentence:
          "\(signal) goes to other code in this process now, so no listener is told when it "
          + "comes; leave the signal to one of the two.")

      complain(anomaly)
      mediator.report(anomaly)
    }
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

  /// Gives the signals back and posts nothing more. ``run(_:)`` returns `nil` when its body has
  /// returned.
  public func stop() {
    reader?.stop()
    reader = nil
    body?.wake()
  }

  // MARK: Acting on what the reader decided

  private func perform(_ action: SignalPlan.Action, from reader: SignalReader) {
    // The reader may be of a source that was stopped, or whose start has failed.
    guard self.reader === reader else { return }

    switch action {
    case .relay(let events):
      post(events)

    case .goDown(let events, let signal, let ticket, let deadline):
      if reader.hasEnding {
        beginEnding()
      }
      post(events, because: signal)
      Task { await waitForHolds(until: deadline, ticket: ticket, of: reader) }

    case .act(let signal):
      Task { await act(on: signal, of: reader) }

    case .cancelBody:
      body?.mustEnd = true
      body?.wake()

    case .finish(let signal):
      finish(signal, of: reader)

    case .reportTaken:
      reportTaken(of: reader)

    case .look, .stop, .force:
      // The reader has carried it out.
      break
    }
  }

  private func act(on signal: ProcessSignal, of reader: SignalReader) async {
    if !reader.hasEnding {
      await actions[signal]?()
    }
    reader.ask { plan, _ in plan.acted(signal) }
  }

  private func waitForHolds(
    until deadline: Duration, ticket: Int, of reader: SignalReader
  ) async {
    let expired = await mediator.waitForHolds(upTo: max(.zero, deadline - reader.time))

    if !expired.isEmpty {
      if reader.hasEnding {
        expiredHolds += expired
      }
      complain(.holdsExpired(expired))
    }

    reader.ask { $0.settle(ticket, at: $1) }
  }

  /// Says on standard error what the mediator has no handler for.
  private func complain(_ anomaly: AppLifecycleAnomaly) {
    if mediator.onAnomaly == nil {
      SignalSystem.complain("\(anomaly)")
    }
  }

  private func post(_ events: [AppLifecycleEvent], because signal: ProcessSignal? = nil) {
    let userInfo: [AnyHashable: Any]? = signal.map {
      [AppLifecycleContext.signalKey: $0.rawValue]
    }

    for event in events {
      mediator.post(event, userInfo: userInfo)
    }
  }
}
