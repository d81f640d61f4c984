import Dispatch
import Foundation

/// The lines that come out of a descriptor, as they come. A test waits for a line, never for a
/// time.
package final class LineReader: @unchecked Sendable {
  // Proof for @unchecked: all mutable fields are read and written under `lock` only.
  private let lock = NSLock()
  private var lines: [String] = []
  /// How many of the lines have been returned.
  private var returned = 0
  private var hasEnded = false
  private var waiter: Waiter?
  private var waits = 0

  private struct Waiter {
    let number: Int
    let description: String
    let isExpected: @Sendable (String) -> Bool
    let continuation: CheckedContinuation<[String], any Error>
  }

  /// Reads until the end, on a thread of its own, and then closes the descriptor.
  package init(_ descriptor: Int32) {
    Thread.detachNewThread {
      var rest = Data()

      while let data = Self.nextBytes(of: descriptor) {
        rest += data
        while let line = Self.takeLine(from: &rest) {
          self.add(line)
        }
      }

      self.end()
      close(descriptor)
    }
  }

  /// Waits for some bytes; `nil` at the end. A terminal that has lost its programs ends with an
  /// error.
  private static func nextBytes(of descriptor: Int32) -> Data? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var count = 0

    repeat {
      count = read(descriptor, &bytes, bytes.count)
    } while count < 0 && errno == EINTR

    return count > 0 ? Data(bytes[..<count]) : nil
  }

  private static func takeLine(from data: inout Data) -> String? {
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { return nil }

    var line = String(decoding: data[data.startIndex..<end], as: UTF8.self)
    data = data[(end + 1)...]
    // A terminal ends a line with both.
    if line.last == "\r" {
      line.removeLast()
    }
    return line
  }

  /// Everything so far.
  package var all: [String] { lock.withLock { lines } }

  // MARK: Waiting

  /// Waits for a line that begins with these words.
  ///
  /// - Returns: The lines since the last call, up to that one.
  /// - Throws: If there is no such line when the output ends, or in time.
  @discardableResult
  package func wait(
    for expected: String, within limit: Duration = .seconds(30)
  ) async throws -> [String] {
    try await wait(for: "\"\(expected)\"", within: limit) { $0.hasPrefix(expected) }
  }

  /// Waits for a line that has these words in it: on a terminal, a prompt may stand before them.
  @discardableResult
  package func wait(containing expected: String) async throws -> [String] {
    try await wait(for: "\"\(expected)\"", within: .seconds(30)) { $0.contains(expected) }
  }

  /// Waits for a line that a test describes.
  package func wait(
    until isExpected: @escaping @Sendable (String) -> Bool
  ) async throws -> [String] {
    try await wait(for: "a certain line", within: .seconds(30), matching: isExpected)
  }

  /// Does something again and again until a line comes that begins with these words.
  ///
  /// - Returns: The lines since the last call, up to that one.
  /// - Throws: If there is no such line when the output ends, or in time.
  @discardableResult
  package func wait(for expected: String, repeating action: () -> Void) async throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(hangSeconds)

    while true {
      // Asked before the wait, because the line and the end may come right after it.
      let isOver = lock.withLock { hasEnded } || ContinuousClock.now >= deadline
      if !isOver {
        action()
      }

      do {
        return try await wait(for: expected, within: .milliseconds(10))
      } catch  where !isOver {}
    }
  }

  /// Waits until the output ends.
  package func waitForEnd() async throws {
    do {
      _ = try await wait(for: "the end", within: .seconds(30)) { _ in false }
    } catch  where lock.withLock({ hasEnded }) {}
  }

  private func wait(
    for description: String, within limit: Duration,
    matching isExpected: @escaping @Sendable (String) -> Bool
  ) async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      let number = lock.withLock {
        waits += 1
        waiter = Waiter(
          number: waits, description: description, isExpected: isExpected,
          continuation: continuation)
        return waits
      }
      look()

      let milliseconds = Int(limit / .milliseconds(1)) * Sanitizer.patience
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
        self.giveUp("did not come in time") { $0.number == number }
      }
    }
  }

  // MARK: Lines that come

  private func add(_ line: String) {
    lock.withLock { lines.append(line) }
    look()
  }

  private func end() {
    lock.withLock { hasEnded = true }
    look()
  }

  /// Wakes the waiter if its line is there, or if it cannot come any more.
  private func look() {
    let found = lock.withLock { takeExpectedLines() }

    if let found {
      found.waiter.continuation.resume(returning: found.lines)
    } else if lock.withLock({ hasEnded }) {
      giveUp("did not come before the output ended") { _ in true }
    }
  }

  /// With the lock.
  private func takeExpectedLines() -> (waiter: Waiter, lines: [String])? {
    guard let waiter, let index = lines[returned...].firstIndex(where: waiter.isExpected) else {
      return nil
    }

    let found = Array(lines[returned...index])
    returned = index + 1
    self.waiter = nil
    return (waiter, found)
  }

  private func giveUp(_ reason: String, if isMeant: (Waiter) -> Bool) {
    let lost = lock.withLock { () -> Waiter? in
      guard let waiter, isMeant(waiter) else { return nil }
      self.waiter = nil
      return waiter
    }

    lost?.continuation.resume(
      throwing: MissingLine(description: "\(lost?.description ?? "") \(reason): \(all)"))
  }
}

/// A line that a test waits for did not come.
package struct MissingLine: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}
