#if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Bionic) || canImport(Darwin)
  import Dispatch
  import Foundation

  /// A thread beside the main actor that reads what the signal handler writes, and acts on it.
  ///
  /// It hands over to the main actor what listeners are told, and never waits for it: so a second
  /// signal ends the process even while a listener blocks the main thread.
  final class SignalReader: @unchecked Sendable {
    // Proof for @unchecked: `inbox`, `isStopping` and `isTerminalGone` are read and written under
    // `lock` only; `plan` belongs to the thread of this reader; the rest does not change.
    private let lock = NSLock()
    private var inbox: [SignalPlan.Input] = []
    private var isStopping = false
    private var isTerminalGone = false
    private var plan: SignalPlan

    private let configuration: ProcessSignalSource.Configuration
    private let perform: @Sendable (SignalPlan.Action, SignalReader) -> Void
    private let claims: SignalClaims
    private let pipe: SignalPipe
    private let terminalDescriptor: Int32?
    private let origin = ContinuousClock.now
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Takes the signals and starts to read.
    ///
    /// - Parameter perform: Called on the reader's thread with what is to be done on the main
    ///   actor.
    init(
      _ configuration: ProcessSignalSource.Configuration,
      perform: @escaping @Sendable (SignalPlan.Action, SignalReader) -> Void
    ) throws(ProcessSignalError) {
      self.configuration = configuration
      self.perform = perform
      plan = SignalPlan(
        budget: configuration.budget, returnsToMain: configuration.exitPolicy == .returnToMain)
      terminalDescriptor = (0...2).first(where: SignalSystem.isTerminal)
      var claims = try SignalClaims(Self.signals(for: configuration))
      do throws(ProcessSignalError) {
        pipe = try SignalPipe()
      } catch {
        claims.giveBack()
        throw error
      }
      pipe.connect()
      do throws(ProcessSignalError) {
        try claims.install()
      } catch {
        pipe.disconnect()
        pipe.close()
        throw error
      }
      self.claims = claims
      let thread = Thread { self.run() }
      thread.name = "LifecycleBus.signals"
      thread.start()
    }

    /// What the configuration asks for, less what was to be ignored and what the system does better
    /// by itself.
    private static func signals(
      for configuration: ProcessSignalSource.Configuration
    ) -> Set<ProcessSignal> {
      var signals = configuration.endingSignals.union([.resume])
      if configuration.relaysSuspension, SignalSystem.isTerminal(0), !SignalSystem.isSessionLeader {
        signals.insert(.suspend)
      }
      return signals.filter { !SignalSystem.isIgnored($0) }
    }

    /// The signals that are relayed.
    var signals: [ProcessSignal] { claims.signals }

    /// The terminal, as it is at this moment.
    var terminal: ProcessSignalSource.Terminal {
      guard let terminalDescriptor else { return .none }
      if lock.withLock({ isTerminalGone }) { return .gone }
      return SignalSystem.isInForeground(of: terminalDescriptor) ? .foreground : .background
    }

    func instant(at time: Duration) -> ContinuousClock.Instant { origin + time }

    /// Tells the reader something, from any thread. After `stop()` it does nothing: the pipe is
    /// closed then, and its number may be another file's. Under the lock, so that the pipe is open
    /// as long as this writes to it.
    func send(_ input: SignalPlan.Input) {
      lock.withLock {
        guard !isStopping else { return }
        inbox.append(input)
        pipe.wake()
      }
    }

    /// Puts the signals back, ends the thread and closes the pipe, before it returns.
    func stop() {
      lock.withLock { isStopping = true }
      pipe.wake()
      hasEnded.wait()
      claims.giveBack()
      pipe.disconnect()
      pipe.close()
    }

    // MARK: On the reader's thread

    private func run() {
      // The thread that started this one may block signals, as worker threads do.
      SignalSystem.unblock(claims.signals)
      while !mustStop {
        pipe.wait(upTo: plan.patience(at: ContinuousClock.now - origin))
        handle(pipe.read())
        for input in takeInbox() { handle(input) }
        handle(.timePassed)
        if plan.phase == .background, isInForeground { handle(.resume(inForeground: true)) }
      }
      hasEnded.signal()
    }

    private var mustStop: Bool { lock.withLock { isStopping } }

    private var isInForeground: Bool {
      terminalDescriptor.map(SignalSystem.isInForeground) ?? true
    }

    private func takeInbox() -> [SignalPlan.Input] {
      lock.withLock {
        defer { inbox = [] }
        return inbox
      }
    }

    private func handle(_ numbers: [UInt8]) {
      for number in numbers where number != 0 {
        switch ProcessSignal(rawValue: Int32(number)) {
        case .suspend: handle(.suspend)
        case .resume: handle(.resume(inForeground: isInForeground))
        case let signal:
          if signal == .hangup { lock.withLock { isTerminalGone = true } }
          handle(.end(signal))
        }
      }
    }

    private func handle(_ input: SignalPlan.Input) {
      for action in plan.handle(input, at: ContinuousClock.now - origin) {
        switch action {
        case .relay, .awaitHolds, .finish: perform(action, self)
        case .stop:
          let (outcome, unhandled) = stopProcess()
          handle(.stopped(outcome))
          handle(unhandled)
        case .die(let signal): SignalSystem.die(of: signal)
        case .forceFinish(let signal):
          if case .exit(let code) = configuration.exitPolicy { SignalSystem.exitAtOnce(code) }
          SignalSystem.die(of: signal)
        }
      }
    }

    /// Stops the process as the system would have done, and finds out how that went.
    ///
    /// Being stopped eats wall time, so the wait is counted in slices: one deadline would pass
    /// while nothing runs.
    private func stopProcess() -> (SignalPlan.StopOutcome, unhandled: [UInt8]) {
      let former = SignalSystem.useDefault(on: .suspend)
      defer { SignalSystem.restore(former, on: .suspend) }
      // A SIGCONT from before the stop says nothing about what comes after it.
      var others = pipe.read().filter { !Self.isAboutStopping($0) }
      guard !others.contains(where: { $0 != 0 }) else { return (.interrupted, others) }
      SignalSystem.stopGroup()
      for _ in 0..<25 {
        pipe.wait(upTo: .milliseconds(10))
        let numbers = pipe.read()
        others += numbers.filter { !Self.isAboutStopping($0) }
        if numbers.contains(UInt8(ProcessSignal.resume.rawValue)) {
          return (isInForeground ? .resumedInForeground : .resumedInBackground, others)
        }
        if mustStop || others.contains(where: { $0 != 0 }) { return (.interrupted, others) }
      }
      return (.declined, others)
    }

    private static func isAboutStopping(_ number: UInt8) -> Bool {
      let signal = ProcessSignal(rawValue: Int32(number))
      return signal == .suspend || signal == .resume
    }
  }
#endif
