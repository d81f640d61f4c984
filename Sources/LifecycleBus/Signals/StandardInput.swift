import Foundation
import LifecycleBus

/// Reads what somebody types, or what is in a file or a pipe, without keeping a thread or the main
/// actor busy.
///
/// ```swift
/// try await source.run {
///   print("Name: ", terminator: "")
///   guard let name = try await StandardInput.readLine() else { return }
///   print("Hello, \(name)!")
/// }
/// ```
///
/// Swift's own `readLine()` blocks its thread until a line comes, and nothing can wake it, so Ctrl-C
/// at a prompt would take the whole budget. Don't use both, because each keeps what it has read ahead.
public enum StandardInput {
  private static let lines = InputLines()

  /// The next line without its end; `nil` at the end of the input, and if it can't be read.
  ///
  /// Standard output is flushed first, so that a prompt without a line end is seen. Nothing is read
  /// while nobody waits, so what is typed for a child in front goes to the child. Bytes that are no
  /// UTF-8 are repaired. Of several callers each gets a line, in the order of their calls.
  ///
  /// - Throws: If the task is cancelled, so that the end of a program isn't taken for the end of the
  ///   input. A line that is typed afterwards is for the next call.
  public static func readLine() async throws(CancellationError) -> String? {
    if Task.isCancelled { throw CancellationError() }
    if let line = lines.takeLine() { return line }

    SignalSystem.flushStandardOutput()
    return try await lines.nextLine().get()
  }
}

/// The lines that were read and not yet taken, and who waits for the next ones.
private final class InputLines: Sendable {
  private typealias Outcome = Result<String?, CancellationError>

  private struct Wait {
    let number: Int
    let continuation: CheckedContinuation<Outcome, Never>
  }

  private struct State {
    var bytes: ArraySlice<UInt8> = []
    /// How many of them have no line end.
    var searchedCount = 0
    var waits: [Wait] = []
    var lastNumber = 0
    var isReading = false

    mutating func takeLine() -> String? {
      let unknown = bytes.dropFirst(searchedCount)
      guard let end = unknown.firstIndex(of: UInt8(ascii: "\n")) else {
        searchedCount = bytes.count
        return nil
      }

      let line = bytes[..<end]
      bytes = bytes[(end + 1)...]
      searchedCount = 0
      return Self.text(of: line)
    }

    /// What is left at the end of the input.
    mutating func takeRest() -> String? {
      if bytes.isEmpty { return nil }

      let rest = bytes
      bytes = []
      searchedCount = 0
      return Self.text(of: rest)
    }

    private static func text(of line: ArraySlice<UInt8>) -> String {
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
      state.waits.append(wait)
      defer {
        state.isReading = true
      }
      return !state.isReading
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

  /// Reads until nobody waits.
  private func read() {
    var isWanted = true
    while isWanted {
      isWanted = handOut(SignalSystem.readStandardInput())
    }
  }

  /// Returns true if somebody still waits. An empty block is the end of the input.
  private func handOut(_ block: [UInt8]) -> Bool {
    var served: [(wait: Wait, line: String?)] = []

    let isWanted = state.withLock { state in
      state.bytes += block
      while let wait = state.waits.first {
        let line = state.takeLine() ?? (block.isEmpty ? state.takeRest() : nil)
        if line == nil, !block.isEmpty { break }

        served.append((wait, line))
        state.waits.removeFirst()
      }

      state.isReading = !state.waits.isEmpty
      return state.isReading
    }

    for (wait, line) in served {
      wait.continuation.resume(returning: .success(line))
    }
    return isWanted
  }
}
