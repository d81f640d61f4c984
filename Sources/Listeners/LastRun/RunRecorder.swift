import LifecycleBus

/// Writes each event, and before each call of a listener its name.
@MainActor
final class RunRecorder: AppLifecycleProbe {
  private(set) var record: RunRecord
  private(set) var problem: ListenerFileError?

  var file: RunFile?
  /// The calls that haven't returned, the innermost last.
  private var calls: [PreviousRun.Call] = []
  /// How many deliveries are under way, one inside the other.
  private var depth = 0

  init(_ record: RunRecord, in file: RunFile?, problem: ListenerFileError?) {
    self.record = record
    self.file = file
    self.problem = problem

    writeCall()
    writeRecord()
  }

  /// Notes the state of a mediator that was made late.
  func begin(in state: AppLifecycleState) {
    guard state != .notRunning else { return }

    record.hasLaunched = true
    if state == .active {
      record.comeToFront()
    }
    writeRecord()
  }

  func willDeliver(_ context: AppLifecycleContext) {
    depth += 1
    record.note(context.event)
    writeRecord()
  }

  func willCall(_ listener: String, for context: AppLifecycleContext) {
    if isDetector(listener) { return }
    calls.append(.init(listener: listener.plain, event: context.event))
    writeCall()
  }

  func didCall(_ call: AppLifecycleProbeCall) {
    if isDetector(call.listener) { return }
    _ = calls.popLast()

    // Inside a delivery the next call, or the end of the event, is written right away.
    if !calls.isEmpty || depth == 0 {
      writeCall()
    }
  }

  func didDeliver(_ context: AppLifecycleContext) {
    depth -= 1
    // A listener that another probe has detached before its call was never called.
    if depth == 0 {
      calls = []
    }
    if context.event == .willTerminate {
      record.hasEnded = true
    }
    writeCall()

    if !record.hasLaunched {
      noteLaunchLater()
    }
  }

  private func noteLaunchLater() {
    MainActorContext.later {
      self.record.hasLaunched = true
      self.writeRecord()
    }
  }

  /// The detector's own call does nothing, so it can't be to blame.
  private func isDetector(_ listener: String) -> Bool {
    listener.hasSuffix("TerminationDetector")
  }

  // MARK: Writing

  private func writeCall() {
    write(firstLine, at: 0)
  }

  private var firstLine: [UInt8] {
    if record.hasEnded { return RunFormat.ended }
    if let call = calls.last { return RunFormat.line(call) }
    return RunFormat.idle
  }

  private func writeRecord() {
    do {
      try file?.check()
      write(RunFormat.line(record), at: RunFormat.callLength)
    } catch {
      fail(error)
    }
  }

  private func write(_ line: [UInt8], at offset: Int) {
    do {
      try file?.write(line, at: offset)
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: ListenerFileError) {
    file = nil
    problem = error
  }
}
