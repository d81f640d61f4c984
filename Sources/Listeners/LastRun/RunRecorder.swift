import LifecycleBus

@MainActor
final class RunRecorder: AppLifecycleProbe {
  private(set) var record: RunRecord
  private(set) var problem: ListenerFileError?

  var file: RunFile?
  private var calls: [PreviousRun.Call] = []
  private var asyncCalls: [(delivery: Int, call: PreviousRun.Call)] = []
  private var depth = 0
  private let mediators = AttachedMediators()
  private var isOfMac = false
  private var hasDeliveredEnd = false

  init(_ record: RunRecord, in file: RunFile?, problem: ListenerFileError?) {
    self.record = record
    self.file = file
    self.problem = problem

    writeCall()
    writeRecord()
  }

  func begin(in mediator: AppLifecycleMediator) {
    mediators.add(mediator)
    isOfMac = mediators.areOfMac
    mediator.holdCoordinator.observe(self) { [weak self] isExpired in
      self?.noteIdle(isExpired: isExpired)
    }
    noteState(mediator.state)
  }

  private func noteState(_ state: AppLifecycleState) {
    switch state {
    case .notRunning:
      return
    case .active:
      record.comeToFront()
    case .inactive where isOfMac:
      record.comeToFront()
    case .inactive, .background, .terminated:
      break
    }

    record.hasLaunched = true
    writeRecord()
  }

  func willDeliver(_ context: AppLifecycleContext) {
    depth += 1
    record.note(context.event, isOfMac: isOfMac)
    writeRecord()

    // A method that waits for ever, such as a server's, isn't to blame for what comes later. On the
    // way down a call has to end.
    asyncCalls.removeAll { !$0.call.event.isOnTheWayDown }
  }

  func willCall(_ listener: String, for context: AppLifecycleContext) {
    if isDetector(listener) { return }

    let call = PreviousRun.Call(
      listener: listener.plain, event: context.event, isAsync: context.isAsyncCall)
    if context.isAsyncCall {
      asyncCalls.append((context.delivery, call))
    } else {
      calls.append(call)
    }
    writeCall()
  }

  func didCall(_ call: AppLifecycleProbeCall) {
    if isDetector(call.listener) { return }
    if call.isAsync {
      endAsyncCall(call)
    } else {
      _ = calls.popLast()
    }

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
      hasDeliveredEnd = true
      noteEnd()
    }
    writeCall()

    if !record.hasLaunched {
      MainActorContext.later { [weak self] in
        self?.record.hasLaunched = true
        self?.writeRecord()
      }
    }
  }

  private func endAsyncCall(_ call: AppLifecycleProbeCall) {
    let listener = call.listener.plain
    let place = asyncCalls.firstIndex {
      $0.delivery == call.delivery && $0.call.listener == listener
    }
    if let place {
      asyncCalls.remove(at: place)
    }
  }

  private func noteIdle(isExpired: Bool) {
    if isExpired { return }
    noteEnd()
    writeCall()
  }

  private func noteEnd() {
    let isIdle = mediators.living.allSatisfy { $0.holdCoordinator.isIdle }
    if hasDeliveredEnd, isIdle {
      record.hasEnded = true
    }
  }

  private func isDetector(_ listener: String) -> Bool {
    listener.hasSuffix("TerminationDetector")
  }

  // MARK: Writing

  private func writeCall() {
    write(firstLine, at: 0)
  }

  private var firstLine: [UInt8] {
    if record.hasEnded { return RunFormat.ended }
    if let call = calls.last ?? asyncCalls.first?.call { return RunFormat.line(call) }
    return RunFormat.idle
  }

  private func writeRecord() {
    write(RunFormat.line(record), at: RunFormat.callLength, isChecked: true)
  }

  private func write(_ line: [UInt8], at offset: Int, isChecked: Bool = false) {
    do {
      if isChecked {
        try file?.check()
      }
      try file?.write(line, at: offset)
    } catch {
      file = nil
      problem = error
    }
  }
}
