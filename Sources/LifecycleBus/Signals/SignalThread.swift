import Foundation
import LifecycleBus

/// The thread that reads the signal pipe. The thread never waits for the main actor, so that a
/// second signal ends the process even while a listener blocks the main actor.
final class SignalThread: Sendable {
  static let shared = SignalThread()

  private struct State {
    /// The process has one pipe and one thread, which stay.
    var pipe: SignalPipe?
    var reader: SignalReader?
  }

  private let state = Locked(State())

  private var reader: SignalReader? { state.withLock { $0.reader } }

  /// Throws if the process has another reader.
  func begin(_ reader: SignalReader) throws(ProcessSignalError) {
    try state.withLock { state throws(ProcessSignalError) in
      if let owner = state.reader?.owner { throw .alreadyStarted(by: owner) }
      let pipe = if let pipe = state.pipe { pipe } else { try start() }
      (state.pipe, state.reader) = (pipe, reader)
      pipe.wake()
    }
  }

  private func start() throws(ProcessSignalError) -> SignalPipe {
    let pipe = try SignalPipe()
    let failure = SignalSystem.startThread { self.run(pipe) }
    if failure != 0 {
      pipe.close()
      throw .refused(nil, errno: failure)
    }
    connectSignalHandler(to: pipe.writeEnd)
    return pipe
  }

  /// Does nothing if it is not the reader.
  func end(_ reader: SignalReader) {
    state.withLock { state in
      guard state.reader === reader else { return }
      state.reader = nil
      state.pipe?.wake()
    }
  }

  func wake() { state.withLock { $0.pipe?.wake() } }

  // MARK: On the thread

  private func run(_ pipe: SignalPipe) -> Never {
    Thread.current.name = "LifecycleBus.signals"
    // Signals that were read while the process was being stopped, to be handled after it.
    var deferred: [ProcessSignal] = []
    while true {
      let before = reader
      SignalSystem.unblockOnly(before?.signals ?? [])
      if deferred.isEmpty {
        while !pipe.wait(upTo: before?.patience), before?.staysInBackground() != false {}
      }
      // An ending that came in time must not lose against a resume because the thread that the
      // system has chosen to handle it gets no processor.
      SignalSystem.takePending()
      let signals = deferred + pipe.read()
      deferred = []
      // Asked for after the read: a reader begins before its handlers are installed, so the signals
      // that were read have their reader.
      let reader = reader
      for signal in signals where reader?.signals.contains(signal) != true {
        // Its source was stopped meanwhile, or other code has put the handler back.
        if SignalSystem.isRelayed(signal) { SignalSystem.useDefault(on: signal) }
        kill(getpid(), signal.rawValue)
      }
      reader?.receive(signals)
      reader?.turn(stopping: { self.stopProcess(of: reader, pipe, deferring: &deferred) })
    }
  }

  /// Stops the process as the system would have done. The wait has short steps, because wall time
  /// passes while the process is stopped.
  private func stopProcess(
    of reader: SignalReader?, _ pipe: SignalPipe, deferring deferred: inout [ProcessSignal]
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
      if let outcome = collect(reader, pipe, deferring: &deferred) { return outcome }
    }
    SignalSystem.stopProcess()
    SignalSystem.setMask(mask)
    for _ in 0..<25 {
      pipe.wait(upTo: .milliseconds(10))
      if let outcome = collect(reader, pipe, deferring: &deferred) { return outcome }
    }
    return .declined
  }

  /// SIGTSTP and SIGCONT decide the outcome; other signals are kept for later.
  private func collect(
    _ reader: SignalReader?, _ pipe: SignalPipe, deferring deferred: inout [ProcessSignal]
  ) -> SignalPlan.StopOutcome? {
    var isInterrupted = self.reader !== reader
    var outcome: SignalPlan.StopOutcome?
    for signal in pipe.read() {
      switch signal {
      case .suspend: outcome = nil
      case .resume: outcome = .continued
      default:
        deferred.append(signal)
        if reader?.ends(signal) == true { isInterrupted = true }
      }
    }
    return isInterrupted ? .interrupted : outcome
  }
}
