import LifecycleBus

@MainActor
final class RunRecorder: AppLifecycleProbe {
  private(set) var record: RunRecord
  private(set) var problem: ListenerFileError?

  var file: RunFile?
  private var calls: [PreviousRun.Call] = []
  private var depth = 0

  init(_ record: RunRecord, in file: RunFile?, problem: ListenerFileError?) {
    (self.record, self.file, self.problem) = (record, file, problem)
    writeCall()
    writeRecord()
  }

  /// Notes the state of a mediator that was made late.
  func begin(in state: AppLifecycleState) {
    guard state != .notRunning else { return }
    record.hasLaunched = true
    if state == .active { record.comeToFront() }
    writeRecord()
  }

  func willDeliver(_ context: AppLifecycleContext) {
    depth += 1
    record.note(context.event)
    writeRecord()
  }

  func willCall(_ listener: String, for context: AppLifecycleContext) {
    // Its own call does nothing.
    if listener.hasSuffix("TerminationDetector") { return }
    calls.append(.init(listener: listener.plain, event: context.event))
    writeCall()
  }

  func didCall(_ call: AppLifecycleProbeCall) {
    if call.listener.hasSuffix("TerminationDetector") { return }
    _ = calls.popLast()
    // Otherwise the next call or the end of the event is noted right away.
    if !calls.isEmpty || depth == 0 { writeCall() }
  }

  func didDeliver(_ context: AppLifecycleContext) {
    depth -= 1
    // One that another probe has detached before its call was never called.
    if depth == 0 { calls = [] }
    if context.event == .willTerminate { record.hasEnded = true }
    writeCall()
    guard !record.hasLaunched else { return }
    MainActorContext.later {
      self.record.hasLaunched = true
      self.writeRecord()
    }
  }

  private func writeCall() {
    let idle = record.hasEnded ? RunFormat.ended : RunFormat.idle
    write(record.hasEnded ? idle : calls.last.map { RunFormat.line($0) } ?? idle)
  }

  private func writeRecord() { write(RunFormat.line(record), at: RunFormat.callLength) }

  private func write(_ line: [UInt8], at offset: Int = 0) {
    guard let file else { return }
    do {
      if offset > 0 { try file.check() }
      try file.write(line, at: offset)
    } catch {
      (self.file, problem) = (nil, error)
    }
  }
}
