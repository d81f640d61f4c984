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
/// On Ctrl-Z the app enters the background, and the process is suspended. After `fg` the app enters
/// the foreground again. SIGTERM, SIGINT, SIGHUP and SIGPIPE end the app in the steps that
/// ``run(_:)`` lists. SIGKILL posts nothing, so save in `onAppDidEnterBackground`.
///
/// The process is ended by force when ``Configuration/budget`` runs out, or when somebody presses
/// Ctrl-C at least 100 ms after the first signal. No listener is called then, but the terminal's
/// modes are restored.
///
/// Listeners are called on the main actor, so none can be called while the main thread computes or
/// waits in Swift's `readLine()`. Read with ``StandardInput`` instead, and run long computations on
/// another thread.
///
/// Only one source at a time receives the signals of a process. The start throws an error if other
/// code already handles one of these signals. If other code takes one within a second after the
/// start, the source reports an `AppLifecycleAnomaly.other` of the kind `signalHandledElsewhere`. A
/// signal that is ignored at the start stays ignored, so `nohup` works.
@MainActor
public final class ProcessSignalSource {
  let configuration: Configuration
  let mediator: AppLifecycleMediator
  private var actions: [ProcessSignal: @MainActor () async -> Void] = [:]
  private(set) var reader: SignalReader?
  var body: Body?
  var expiredHolds: [String] = []
  /// What is called when the end begins; `nil` from then on.
  private var endingActions: [@MainActor () -> Void]? = []
  var children = 0
  var formerKeyActions: [ProcessSignal: sigaction] = [:]

  /// Makes a source for a mediator, and keeps the mediator. Nothing happens before ``run(_:)`` or
  /// ``start()``.
  public init(mediator: AppLifecycleMediator, configuration: Configuration = Configuration()) {
    for signal in configuration.endingSignals {
      precondition(
        signal.isTakeable,
        "\(signal) cannot be an ending signal; leave it out of `endingSignals`.")
    }
    self.mediator = mediator
    self.configuration = configuration
  }

  /// Runs a closure on the main actor each time a signal arrives. The signal then doesn't end the
  /// process.
  ///
  /// ```swift
  /// source.on(.hangup) { await settings.read() }
  /// ```
  ///
  /// If the signal arrives again while its closure runs, the closure runs once more afterwards. No
  /// closure begins once ``isEnding`` is true.
  ///
  /// Call this before ``run(_:)`` or ``start()``, once per signal. Signals that can't be among the
  /// ``Configuration/endingSignals`` can't have a closure either.
  public func on(_ signal: ProcessSignal, perform action: @escaping @MainActor () async -> Void) {
    precondition(signal.isTakeable, "\(signal) cannot have an action.")
    precondition(
      reader?.isStarted != true, "Set the actions of a signal source before it is started.")
    actions[signal] = action
  }

  /// Begins to receive signals, and posts that the app has launched and is active.
  ///
  /// Call this in a program whose `main` isn't `async` and ends in `dispatchMain()`. Other programs
  /// call ``run(_:)``. A signal such as SIGTERM then terminates the process, unless the policy is
  /// ``ExitPolicy/exit(_:)``.
  ///
  /// If another program has the terminal, the app begins in the background instead of becoming
  /// active. The source stays alive until ``stop()``. If you start it again after that, no second
  /// launch is posted.
  ///
  /// - Throws: An error if the source can't receive the signals. Nothing has changed then.
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

  /// Whether a signal is ending the app, or the body of ``run(_:)`` has returned.
  ///
  /// Check this in a loop before you begin the next piece of work.
  public var isEnding: Bool { reader?.hasEnding ?? false }

  /// Calls a closure on the main actor when the app begins to end, before any event is posted.
  ///
  /// ```swift
  /// source.onEnding { server.stopAccepting() }
  /// ```
  ///
  /// Here a server stops accepting requests, so that no new request takes a hold. If the end has
  /// begun already, the closure is called at once. It's called only once and then released, and
  /// Ctrl-Z doesn't call it.
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

  /// Often they keep the source.
  func forgetActions() {
    let former = actions
    actions = [:]
    withExtendedLifetime(former) {}
  }

  private func reportTaken(of reader: SignalReader) {
    if reader.hasEnding { return }

    for signal in reader.signals
    where signal != .brokenPipe && SignalSystem.hasOtherHandler(signal) {
      let anomaly = AppLifecycleAnomaly.other(
        kind: "signalHandledElsewhere",
        sentence:
          "Other code in this process handles \(signal) now, so no listener is told of it; leave "
          + "the signal to one of the two.")

      complain(anomaly)
      mediator.report(anomaly)
    }
  }

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

  /// Stops receiving signals, and posts no more events. A running ``run(_:)`` returns `nil` when
  /// its body has returned.
  public func stop() {
    reader?.stop()
    reader = nil
    body?.wake()
  }

  // MARK: Acting on what the reader decided

  private func perform(_ action: SignalPlan.Action, from reader: SignalReader) {
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
