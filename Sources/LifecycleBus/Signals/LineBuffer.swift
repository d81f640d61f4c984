import Foundation
import LifecycleBus

final class LineBuffer: Sendable {
  private typealias Waiter = CheckedContinuation<[UInt8]?, Never>

  private struct State {
    var lines: ArraySlice<[UInt8]> = []
    var isUnlocked = true
    var hasEnded = false
    var failure: LineInput.Failure?
    var waiting: [(number: Int, continuation: Waiter)] = []
    var lastNumber = 0
    /// When other work on the actor of the loop has its next turn.
    var nextPause: UInt64 = 0
    var isThreadWaiting = false

    /// False if no task waits, because the input may be for a child that reads the same terminal.
    var mayReadTerminal: Bool { isUnlocked && !waiting.isEmpty }
  }

  private let state = Locked(State())
  private let wake = DispatchSemaphore(value: 0)
  private let descriptor: Int32
  /// Whether the descriptor was closed at the start. Another file may have its number now.
  private let wasClosed: Bool

  init(descriptor: Int32) {
    self.descriptor = descriptor
    wasClosed = !SignalSystem.isOpen(descriptor)
  }

  var isOpen: Bool {
    get { state.withLock { $0.isUnlocked } }
    set { change { $0.isUnlocked = newValue } }
  }

  var failure: LineInput.Failure? { state.withLock { $0.failure } }

  func finish() {
    change { state in
      state.hasEnded = true
      state.lines = []
    }
  }

  func next() async -> [UInt8]? {
    // What was read ahead is taken under the lock alone, and stays here until then, so that a loop
    // that ends early leaves it to the next one. Every 2 ms other work has its turn on the actor of
    // the loop, because events must reach listeners while lines are dealt with.
    let now = DispatchTime.now().uptimeNanoseconds
    let isTurnOfOthers = state.withLock { state in
      if now < state.nextPause { return false }
      state.nextPause = now + 2_000_000
      return true
    }
    if isTurnOfOthers { await Task.yield() }
    var line: [UInt8]?
    if !Task.isCancelled { change { line = $0.lines.popFirst() } }
    if let line { return line }
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    if number == 1 { start() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        var isCancelled = false
        change { state in
          // Asked for under the lock: a task that is cancelled after that is taken out of those
          // that wait, and one that was cancelled before is not among them.
          isCancelled = Task.isCancelled
          if !isCancelled { state.waiting.append((number, continuation)) }
        }
        if isCancelled { continuation.resume(returning: nil) }
      }
    } onCancel: {
      let cancelled = state.withLock { state in
        let index = state.waiting.firstIndex { $0.number == number }
        return index.map { state.waiting.remove(at: $0) }
      }
      cancelled?.continuation.resume(returning: nil)
    }
  }

  /// Gives lines to the tasks that wait, and `nil` after the last line.
  private func change(_ body: (inout State) -> Void) {
    let resumed = state.withLock { state in
      body(&state)
      // At half of what is read ahead, so that not each line taken wakes the thread.
      if state.isThreadWaiting, state.hasEnded || state.lines.count < 512 {
        state.isThreadWaiting = false
        wake.signal()
      }
      var resumed: [(Waiter, [UInt8]?)] = []
      while !state.waiting.isEmpty, state.hasEnded || !state.lines.isEmpty {
        resumed.append((state.waiting.removeFirst().continuation, state.lines.popFirst()))
      }
      return resumed
    }
    for (continuation, line) in resumed { continuation.resume(returning: line) }
  }

  private func start() {
    if wasClosed { return end(.closed) }
    let failure = SignalSystem.startThread { self.run() }
    if failure != 0 { end(.threadRefused(errno: failure)) }
  }

  // MARK: On the thread, which blocks all signals

  private func run() {
    let isTerminal = SignalSystem.isTerminal(descriptor)
    var splitter = LineSplitter()
    while waitForRoom(isTerminal) {
      SignalSystem.waitForInput(descriptor)
      // The process may have gone to the background meanwhile, or the task was cancelled.
      if isTerminal, !state.withLock({ $0.mayReadTerminal }) { continue }
      let (bytes, error) = SignalSystem.readBytes(descriptor, upTo: 65_536)
      if bytes.isEmpty, isTerminal, error == EIO, isInBackground {
        // The terminal refuses to be read, because this thread blocks SIGTTIN.
        usleep(100_000)
      } else if ![EAGAIN, EINTR].contains(error) {
        let lines = splitter.lines(in: bytes)
        change { if !$0.hasEnded { $0.lines += lines } }
        // A terminal that was closed answers EIO: the end of the input.
        let isEnd = error == 0 || (isTerminal && error == EIO)
        if bytes.isEmpty { end(isEnd ? nil : .unreadable(errno: error)) }
      }
    }
  }

  private func waitForRoom(_ isTerminal: Bool) -> Bool {
    while true {
      let (hasEnded, mustWait) = state.withLock { state in
        let isHeld = isTerminal && !state.mayReadTerminal
        state.isThreadWaiting = !state.hasEnded && (isHeld || state.lines.count >= 1_024)
        return (state.hasEnded, state.isThreadWaiting)
      }
      if !mustWait { return !hasEnded }
      wake.wait()
    }
  }

  private var isInBackground: Bool {
    SignalSystem.standing(at: descriptor, hadJobs: true) == .background
  }

  private func end(_ failure: LineInput.Failure?) {
    change { state in
      if !state.hasEnded { state.failure = failure }
      state.hasEnded = true
    }
  }
}

/// Cuts bytes into lines: a pure value.
struct LineSplitter {
  private var rest: [UInt8] = []

  /// No bytes mean the end of the input. What is left then is a line, too.
  mutating func lines(in bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(line(to: bytes[start..<end]))
      start = end + 1
    }
    rest += bytes[start...]
    if bytes.isEmpty, !rest.isEmpty { lines.append(line(to: [])) }
    return lines
  }

  private mutating func line(to end: ArraySlice<UInt8>) -> [UInt8] {
    var line = rest + end
    rest = []
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }
}
