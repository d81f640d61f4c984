import Foundation
import LifecycleBus

/// The thread that reads the signal pipe. It never waits for the main actor, so a second Ctrl-C
/// ends the process while a listener blocks.
final class SignalThread: Sendable {
  static let shared = SignalThread()

  private struct State {
    /// The process has one pipe and one thread, which stay.
    var pipe: SignalPipe?
    var isRunning = false
    var reader: SignalReader?
  }

  private let state = Locked(State())

  private var reader: SignalReader? { state.withLock { $0.reader } }

  /// Throws if the process has another reader.
  func begin(_ reader: SignalReader) throws(ProcessSignalError) {
    try state.withLock { state throws(ProcessSignalError) in
      if state.reader != nil { throw .alreadyStarted }

      let pipe = if let pipe = state.pipe { pipe } else { try SignalPipe() }
      state.pipe = pipe

      if !state.isRunning {
        let failure = SignalSystem.startThread { self.run(pipe) }
        if failure != 0 { throw .refused(errno: failure) }
        state.isRunning = true
        connectSignalHandler(to: pipe.writeEnd)
      }

      state.reader = reader
      pipe.wake()
    }
  }

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
    // The system's name of a thread has 15 characters at most.
    Thread.current.name = "LifecycleSignal"

    while true {
      wait(for: pipe)
      // An ending that came in time must not lose against a resume because the thread that the
      // system has chosen to handle it gets no processor.
      SignalSystem.takePending()
      handOver(pipe.read())

      guard let reader else { continue }
      reader.doWhatIsDue()
      while reader.mustStopProcess {
        stopProcess(of: reader, pipe)
        reader.noteStopped()
      }
    }
  }

  private func wait(for pipe: SignalPipe) {
    let reader = reader
    SignalSystem.unblockOnly(reader?.signals ?? [])
    pipe.wait(upTo: reader?.patience)
  }

  private func handOver(_ signals: [ProcessSignal]) {
    // Asked for after the read: a reader begins before its handlers are installed, so the signals
    // that were read have their reader.
    let reader = reader

    for signal in signals where reader?.signals.contains(signal) != true {
      // Its source was stopped meanwhile, or other code has put the handler back.
      if SignalSystem.isRelayed(signal) {
        SignalSystem.useDefault(on: signal)
      }
      kill(getpid(), signal.rawValue)
    }

    reader?.receive(signals)
  }

  /// Stops the process as the system would have done. Returns when it's continued or ends, or when
  /// the system has declined. The wait has short steps, because time passes during the stop.
  private func stopProcess(of reader: SignalReader, _ pipe: SignalPipe) {
    SignalSystem.useDefault(on: .suspend)
    defer {
      _ = SignalSystem.install(passOnSignal, on: .suspend)
    }

    // A SIGTSTP that is sent discards a SIGCONT that is pending, and the process would stay
    // stopped. So this thread blocks SIGCONT, to see it pending, and gives a handler that runs on
    // another thread, which may have lost its processor, a moment to write. What is left is the time
    // between two system calls.
    let formerMask = SignalSystem.unblockOnly(reader.signals.filter { $0 != .resume })
    defer {
      SignalSystem.setMask(formerMask)
    }
    for patience in [Duration.milliseconds(10), .zero] {
      pipe.wait(upTo: patience)
      if SignalSystem.isPending(.resume) { return }
      if isOver(for: reader, pipe) { return }
    }

    SignalSystem.stopProcess()
    SignalSystem.setMask(formerMask)

    for _ in 0..<25 {
      pipe.wait(upTo: .milliseconds(10))
      if isOver(for: reader, pipe) { return }
    }
  }

  /// Hands over what was read. The last SIGTSTP or SIGCONT decides, unless the end begins, which no
  /// stop may hold up.
  private func isOver(for reader: SignalReader, _ pipe: SignalPipe) -> Bool {
    let signals = pipe.read()
    let decisive: [ProcessSignal] = [.suspend, .resume]
    handOver(signals.filter { !decisive.contains($0) })

    if self.reader !== reader || reader.hasEnding { return true }
    return signals.last(where: decisive.contains) == .resume
  }
}
