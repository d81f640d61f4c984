import Foundation
import LifecycleBus

/// Reads lines from the terminal, a file or a pipe, without blocking the main actor.
///
/// ```swift
/// try await source.run {
///   print("Name: ", terminator: "")
///   guard let name = try await StandardInput.readLine() else { return }
///   print("Hello, \(name)!")
/// }
/// ```
///
/// Swift's own `readLine()` goes on waiting after Ctrl-C, so the process would end only when the
/// budget runs out. Don't use both functions: each of them reads ahead, and the other one would
/// miss those lines.
public enum StandardInput {
  private static let lines = InputLines()

  /// Returns the next line without its line end, or `nil` at the end of the input.
  ///
  /// Standard output is flushed first, so the user sees a prompt that has no line end. Input is
  /// read only while a call waits for a line, so a child process in front receives what the user
  /// types for it. If several tasks wait, each gets a line, in the order of their calls.
  ///
  /// Bytes that aren't UTF-8 are replaced with U+FFFD. If the input can't be read, it counts as
  /// ended.
  ///
  /// - Throws: A `CancellationError` if the task is cancelled. A line that is typed afterwards goes
  ///   to the next call.
  public static func readLine() async throws(CancellationError) -> String? {
    if Task.isCancelled { throw CancellationError() }
    if let line = lines.takeLine() { return line }

    SignalSystem.flushStandardOutput()
    return try await lines.nextLine().get()
  }
}

/// Lines that were read and not yet taken, and the tasks that wait.
private final class InputLines: Sendable {
  private typealias Outcome = Result<String?, CancellationError>

  private struct Wait {
    let number: Int
    let continuation: CheckedContinuation<Outcome, Never>
  }

  private struct State {
    private var bytes: ArraySlice<UInt8> = []
    private var searchedCount = 0
    var isAtEnd = false
    var waits: [Wait] = []
    var lastNumber = 0
    var isReading = false

    /// An empty block is the end of the input.
    mutating func add(_ block: [UInt8]) {
      bytes += block
      isAtEnd = block.isEmpty

      let lineEnd = UInt8(ascii: "\n")
      if isAtEnd, let last = bytes.last, last != lineEnd {
        bytes.append(lineEnd)
      }
    }

    mutating func takeLine() -> String? {
      let unknown = bytes.dropFirst(searchedCount)
      guard let end = unknown.firstIndex(of: UInt8(ascii: "\n")) else {
        searchedCount = bytes.count
        return nil
      }

      let line = bytes[..<end]
      bytes = bytes[(end + 1)...]
      searchedCount = 0

      let hasReturn = line.last == UInt8(ascii: "\r")
      return String(decoding: hasReturn ? line.dropLast() : line, as: UTF8.self)
    }
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "LifecycleBus.input")

  func takeLine() -> String? { state.withLock { $0.takeLine() } }

  func nextLine() async -> Result<String?, CancellationError> {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }

    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(Wait(number: number, continuation: continuation))
        // It may have been cancelled before it was added.
        if Task.isCancelled {
          cancel(number)
        }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func add(_ wait: Wait) {
    let mustRead = state.withLock { state in
      let mustRead = !state.isReading
      state.waits.append(wait)
      state.isReading = true
      return mustRead
    }

    if mustRead {
      queue.async { self.read() }
    }
  }

  private func cancel(_ number: Int) {
    let cancelled = state.withLock { state in
      let cancelled = state.waits.first { $0.number == number }
      state.waits.removeAll { $0.number == number }
      return cancelled
    }
    cancelled?.continuation.resume(returning: .failure(CancellationError()))
  }

  // MARK: On the queue

  private func read() {
    while handOut() {
      let block = Self.readBlock()
      state.withLock { $0.add(block) }
    }
  }

  /// True if somebody still waits.
  private func handOut() -> Bool {
    var served: [(wait: Wait, line: String?)] = []

    let isWanted = state.withLock { state in
      while let wait = state.waits.first {
        let line = state.takeLine()
        if line == nil, !state.isAtEnd { break }

        served.append((wait, line))
        state.waits.removeFirst()
      }

      // A terminal goes on after Ctrl-D.
      state.isAtEnd = false
      state.isReading = !state.waits.isEmpty
      return state.isReading
    }

    for (wait, line) in served {
      wait.continuation.resume(returning: .success(line))
    }
    return isWanted
  }

  /// No bytes at the end of the input, or if it can't be read.
  private static func readBlock() -> [UInt8] {
    if isOfDispatch { return [] }
    var block = [UInt8](repeating: 0, count: 65_536)

    while true {
      // A descriptor that doesn't block by itself would be asked again and again.
      var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&request, 1, -1)

      let count = unsafe Foundation.read(0, &block, block.count)
      if count >= 0 { return Array(block.prefix(count)) }
      if !mayReadOn(after: errno) { return [] }
    }
  }

  /// Where standard input was closed, Linux gives its number to a file that Dispatch opens. To wait
  /// for that would be for ever, and to read from it would take Dispatch's timers.
  private static var isOfDispatch: Bool {
    let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/0")
    return place?.hasPrefix("anon_inode:") == true
  }

  private static func mayReadOn(after failure: Int32) -> Bool {
    if failure == EINTR || failure == EAGAIN { return true }

    // In the background the terminal is another program's, and this thread blocks SIGTTIN. A terminal
    // that has gone has no group.
    let group = tcgetpgrp(0)
    guard failure == EIO, group >= 0, group != getpgrp() else { return false }

    usleep(100_000)
    return true
  }
}
