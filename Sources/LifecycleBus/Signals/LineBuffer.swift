import Foundation

/// What a thread has read from a descriptor, line by line, for tasks that wait for it.
final class LineBuffer: @unchecked Sendable {
  // Proof for @unchecked: all variables are read and written under `condition` only.
  private let condition = NSCondition()
  private var splitter = LineSplitter()
  private var isUnlocked = true
  private var hasStarted = false
  private var hasEnded = false
  private var endedBy: LineInput.Failure?
  private var waiting: [(number: Int, continuation: CheckedContinuation<[UInt8]?, Never>)] = []
  private var lastNumber = 0
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether a terminal may be read.
  var isOpen: Bool {
    get { condition.withLock { isUnlocked } }
    set {
      condition.withLock {
        isUnlocked = newValue
        condition.broadcast()
      }
    }
  }

  /// Why the lines ended before the end of the input.
  var failure: LineInput.Failure? { condition.withLock { endedBy } }

  /// Ends the lines now.
  func finish(_ failure: LineInput.Failure? = nil) {
    let resumed = condition.withLock {
      defer { waiting = [] }
      if !hasEnded { endedBy = failure }
      hasEnded = true
      splitter.lines = []
      condition.broadcast()
      return waiting
    }
    for waiter in resumed { waiter.continuation.resume(returning: nil) }
  }

  /// Takes the next line, as soon as there is one.
  func next() async -> [UInt8]? {
    startOnce()
    let number = condition.withLock {
      lastNumber += 1
      return lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = Task.isCancelled
        let (isDone, line) = condition.withLock { () -> (Bool, [UInt8]?) in
          if isCancelled || (splitter.lines.isEmpty && hasEnded) { return (true, nil) }
          if let line = splitter.lines.popFirst() {
            condition.broadcast()
            return (true, line)
          }
          waiting.append((number, continuation))
          return (false, nil)
        }
        if isDone { continuation.resume(returning: line) }
      }
    } onCancel: {
      let cancelled = condition.withLock {
        let index = waiting.firstIndex { $0.number == number }
        return index.map { waiting.remove(at: $0) }
      }
      cancelled?.continuation.resume(returning: nil)
    }
  }

  private func startOnce() {
    let isFirst = condition.withLock {
      defer { hasStarted = true }
      return !hasStarted
    }
    guard isFirst else { return }
    let failure = SignalSystem.startThread { self.run() }
    if failure != 0 { finish(.threadRefused(errno: failure)) }
  }

  // MARK: On the thread, which blocks all signals

  private func run() {
    let isTerminal = SignalSystem.isTerminal(descriptor)
    while waitForRoom(isTerminal) {
      SignalSystem.waitForInput(descriptor)
      // The process may have gone to the background meanwhile.
      if isTerminal, !isOpen { continue }
      let (bytes, error) = SignalSystem.readBytes(descriptor, upTo: 65_536)
      if bytes.isEmpty, isTerminal, error == EIO, isInBackground {
        // The terminal refuses to be read, because this thread blocks SIGTTIN.
        usleep(100_000)
      } else if ![EAGAIN, EINTR].contains(error) {
        // A terminal that was closed answers EIO: the end of the input.
        if error != 0, !(isTerminal && error == EIO) { note(.unreadable(errno: error)) }
        add(bytes)
      }
    }
  }

  private func note(_ failure: LineInput.Failure) {
    condition.withLock { if !hasEnded { endedBy = failure } }
  }

  /// Waits until a line may be read. `false` at the end.
  private func waitForRoom(_ isTerminal: Bool) -> Bool {
    condition.withLock {
      while !hasEnded, splitter.lines.count >= 1_024 || (isTerminal && !isUnlocked) {
        condition.wait()
      }
      return !hasEnded
    }
  }

  private var isInBackground: Bool {
    SignalSystem.standing(at: descriptor, hadJobs: true) == .background
  }

  /// Adds what was read, and hands lines to the tasks that wait. Nothing read is the end.
  private func add(_ bytes: [UInt8]) {
    let (handed, ended) = condition.withLock {
      () -> (
        [(CheckedContinuation<[UInt8]?, Never>, [UInt8])], [CheckedContinuation<[UInt8]?, Never>]
      ) in
      if hasEnded { return ([], []) }
      if bytes.isEmpty {
        splitter.finish()
        hasEnded = true
      } else {
        splitter.add(bytes)
      }
      var handed: [(CheckedContinuation<[UInt8]?, Never>, [UInt8])] = []
      while !waiting.isEmpty, let line = splitter.lines.popFirst() {
        handed.append((waiting.removeFirst().continuation, line))
      }
      guard hasEnded else { return (handed, []) }
      defer { waiting = [] }
      return (handed, waiting.map(\.continuation))
    }
    for (continuation, line) in handed { continuation.resume(returning: line) }
    for continuation in ended { continuation.resume(returning: nil) }
  }
}
