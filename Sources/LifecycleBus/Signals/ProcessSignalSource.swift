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
/// foreground. SIGTERM, SIGINT, SIGHUP or SIGPIPE posts the way to the background, waits for the
/// mediator's holds, cancels the body of ``run(_:)`` and waits for it, and posts `willTerminate`, all
/// within ``Configuration/budget``. When the budget is over, or when Ctrl-C comes 100 ms or more
/// after the first signal, the process ends by force: no listener is called, and the source puts the
/// terminal's modes back. The page *Command-line tools* has a table.
///
/// Listeners are called on the main actor. While the main thread waits in Swift's `readLine()` or
/// computes, no listener is called, so read with ``StandardInput`` and compute off the main actor.
/// SIGKILL posts nothing, so save in
/// `onAppDidEnterBackground`.
///
/// Only one part of a program may handle a signal, so the start throws if other code has a handler.
/// A second later the source looks once more, and reports a handler that it finds as
/// `AppLifecycleAnomaly.other` of the kind `signalHandledElsewhere`. A signal that is ignored at the
/// start stays ignored, so `nohup` works. One source at a time has the signals of a process.
@MainActor
public final class ProcessSignalSource {
  let configuration: Configuration
  let mediator: AppLifecycleMediator
  private var actions: [ProcessSignal: @MainActor () async -> Void] = [:]
  private(set) var reader: SignalReader?
  var body: Body?
  /// Those whose time was over during the end.
  var expiredHolds: [String] = []
  /// What is called when the end begins; `nil` from then on.
  private var endingActions: [@MainActor () -> Void]? = []
  /// How many calls of `withChildInFront` are under way, and what the keys did before.
  var children = 0
  var formerKeys: [(signal: ProcessSignal, action: sigaction)] = []

  /// Makes a source that does nothing before ``run(_:)`` or ``start()``.
  ///
  /// - Parameters:
  ///   - mediator: Receives the events. The source keeps the mediator.
  ///   - configuration: The signals, the budget and the end.
  public init(mediator: AppLifecycleMediator, configuration: Configuration = Configuration()) {
    for signal in configuration.endingSignals {
      precondition(
        signal.isTakeable,
        "\(signal) cannot be an ending signal; leave it out of `endingSignals`.")
    }
    self.mediator = mediator
    self.configuration = configuration
  }

  /// Runs a closure on the main actor whenever the signal comes.
  ///
  /// A signal with a closure doesn't end the process. If the signal comes while the closure runs,
  /// the closure runs once more afterwards. When the process has begun to end, no closure begins.
  ///
  /// Set the closure before the start. A second call for the same signal replaces the closure. The
  /// signals are those that ``Configuration/endingSignals`` allows.
  public func on(_ signal: ProcessSignal, perform action: @escaping @MainActor () async -> Void) {
    precondition(signal.isTakeable, "\(signal) cannot have an action.")
    precondition(
      reader?.isStarted != true, "Set the actions of a signal source before it is started.")
    actions[signal] = action
  }

  /// Begins to receive the signals, and posts that the app has launched and is active.
  ///
  /// For a program without an async `main`, which waits in `dispatchMain()`; others call
  /// ``run(_:)``. When the way down is over, the process dies of the signal, or exits with the code of
  /// ``ExitPolicy/exit(_:)``.
  ///
  /// If another program has the terminal, the app is in the background instead of active. After
  /// ``stop()`` a new start posts no second launch. The source stays alive until ``stop()``, even if
  /// you don't keep it. When the start throws, nothing has changed.
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

  /// True from the moment in which a signal ends the app, or the body of ``run(_:)`` has returned.
  ///
  /// A loop asks before it begins the next piece of work. The cancellation comes later, when the
  /// holds are over.
  public var isEnding: Bool { reader?.hasEnding ?? false }

  /// Calls a closure on the main actor when the app begins to end, before the first event of the way
  /// down. If it has begun, the closure is called now.
  ///
  /// ```swift
  /// source.onEnding { server.stopAccepting() }
  /// ```
  ///
  /// A server stops accepting here, so that the holds of its requests come to an end. Ctrl-Z calls
  /// nothing. Each closure is called once and released.
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

  /// Gives the signals back, so that each has its former action again, and posts nothing more.
  /// ``run(_:)`` returns `nil` when its body has returned.
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
