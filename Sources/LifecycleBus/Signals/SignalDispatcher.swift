import Foundation
import LifecycleBus

/// The thread that reads the signal pipe. The thread never waits for the main actor, so that a
/// second signal ends the process even while a listener blocks the main actor.
final class SignalDispatcher: Sendable {
  static let shared = SignalDispatcher()

  private struct State {
    var readers: [SignalReader] = []
    var leaving: [SignalReader] = []
    var startedPipe: SignalPipe?
    /// The signals that any reader has had. Other numbers are ignored.
    var known: [ProcessSignal] = []
    var signalAtExit: ProcessSignal?
    var listensToExit = false
  }

  private let state = Locked(State())

  /// Throws if another reader has one of the signals.
  func add(_ reader: SignalReader) throws(ProcessSignalError) {
    try state.withLock { state throws(ProcessSignalError) in
      for signal in reader.signals {
        if let other = state.readers.first(where: { $0.signals.contains(signal) }) {
          throw .alreadyOwned(signal, by: other.owner)
        }
      }
      let pipe = if let started = state.startedPipe { started } else { try startPipe() }
      state.startedPipe = pipe
      state.readers.append(reader)
      for signal in reader.signals where !state.known.contains(signal) {
        state.known.append(signal)
      }
      pipe.wake()
    }
  }

  private func startPipe() throws(ProcessSignalError) -> SignalPipe {
    let pipe = try SignalPipe()
    let failure = SignalSystem.startThread { self.run(pipe) }
    if failure != 0 {
      pipe.close()
      throw .threadRefused(errno: failure)
    }
    connectSignalHandler(to: pipe.writeEnd)
    return pipe
  }

  /// When this returns, the thread does nothing more for the reader.
  func remove(_ reader: SignalReader) {
    state.withLock { state in
      state.leaving.append(reader)
      state.startedPipe?.wake()
    }
    reader.isGone.wait()
  }

  func wake() { state.withLock { $0.startedPipe?.wake() } }

  // MARK: At the exit

  func dieAtExit(of signal: ProcessSignal?) { state.withLock { $0.signalAtExit = signal } }

  /// Registers a function at `atexit`, once. It runs after the functions that are registered later.
  func listenToExit() {
    state.withLock { state in
      if !state.listensToExit {
        atexit {
          if let signal = SignalDispatcher.shared.state.withLock({ $0.signalAtExit }) {
            SignalSystem.dieInOrder(of: signal)
          }
        }
      }
      state.listensToExit = true
    }
  }

  // MARK: On the thread

  private func run(_ pipe: SignalPipe) -> Never {
    Thread.current.name = "LifecycleBus.signals"
    // Signals that were read while the process was being stopped, to be handled after it.
    var deferred: [ProcessSignal] = []
    while true {
      if deferred.isEmpty {
        let members = currentReaders()
        while !pipe.wait(upTo: members.compactMap(\.patience).min()),
          members.allSatisfy({ $0.staysInBackground() })
        {}
      }
      // An ending that came in time must not lose against a resume because the thread that the
      // system has chosen to handle it gets no processor.
      SignalSystem.takePending()
      let signals = deferred + pipe.read()
      deferred = []
      // Asked for after the read: a source is added before its handlers are installed, so the
      // signals that were read have their reader.
      let members = currentReaders()
      route(signals, to: members)
      for reader in members {
        reader.turn(stopping: { self.stopProcess(pipe, deferring: &deferred) })
      }
    }
  }

  private func currentReaders() -> [SignalReader] {
    let (members, left) = state.withLock { state in
      defer { state.leaving = [] }
      for reader in state.leaving { state.readers.removeAll { $0 === reader } }
      return (state.readers, state.leaving)
    }
    SignalSystem.unblockOnly(members.flatMap(\.signals))
    for reader in left { reader.isGone.signal() }
    return members
  }

  private func route(_ signals: [ProcessSignal], to members: [SignalReader]) {
    for reader in members { reader.receive(signals) }
    for signal in signals where !members.contains(where: { $0.signals.contains(signal) }) {
      if state.withLock({ $0.known.contains(signal) }) { SignalSystem.sendAgain(signal) }
    }
  }

  /// Stops the process as the system would have done. The wait has short steps, because wall time
  /// passes while the process is stopped.
  private func stopProcess(
    _ pipe: SignalPipe, deferring deferred: inout [ProcessSignal]
  ) -> SignalPlan.StopOutcome {
    let former = SignalSystem.useDefault(on: .suspend)
    defer { SignalSystem.restore(former, on: .suspend) }
    // A SIGTSTP that is sent discards a SIGCONT that is pending, and the process would stay
    // stopped. So this thread blocks SIGCONT, to see it pending, and gives a handler that runs on
    // another thread, which may have lost its processor, a moment to write. What is left is the time
    // between two system calls.
    let mask = SignalSystem.block(.resume)
    defer { SignalSystem.setMask(mask) }
    for patience in [Duration.milliseconds(10), .zero] {
      pipe.wait(upTo: patience)
      if SignalSystem.isPending(.resume) { return .continued }
      if let outcome = collect(pipe, deferring: &deferred) { return outcome }
    }
    SignalSystem.stopGroup()
    SignalSystem.setMask(mask)
    for _ in 0..<25 {
      pipe.wait(upTo: .milliseconds(10))
      if let outcome = collect(pipe, deferring: &deferred) { return outcome }
    }
    return .declined
  }

  /// SIGTSTP and SIGCONT decide the outcome; other signals are kept for later.
  private func collect(
    _ pipe: SignalPipe, deferring deferred: inout [ProcessSignal]
  ) -> SignalPlan.StopOutcome? {
    let (members, isLeft) = state.withLock { ($0.readers, !$0.leaving.isEmpty) }
    var isInterrupted = isLeft
    var outcome: SignalPlan.StopOutcome?
    for signal in pipe.read() {
      switch signal {
      case .suspend: outcome = nil
      case .resume: outcome = .continued
      default:
        deferred.append(signal)
        if members.contains(where: { $0.isEnding(signal) }) { isInterrupted = true }
      }
    }
    return isInterrupted ? .interrupted : outcome
  }
}
