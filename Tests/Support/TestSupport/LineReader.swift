import Dispatch
import Foundation

/// The lines that come out of a descriptor, as they come. A test waits for a line, never for a
/// time.
package final class LineReader: @unchecked Sendable {
  // Proof for @unchecked: all mutable fields are read and written under `lock` only.
  private let lock = NSLock()
  private var lines: [String] = []
  private var cursor = 0
  private var hasEnded = false
  private var waiter: Waiter?
  private var waits = 0

  private struct Waiter {
    let expected: String
    let isExpected: @Sendable (String) -> Bool
    let continuation: CheckedContinuation<[String], any Error>
  }

  /// Reads until the end, on a thread of its own, and then closes the descriptor.
  package init(_ descriptor: Int32) {
    Thread.detachNewThread {
      defer { close(descriptor) }
      var rest = Data()
      while let data = Self.nextBytes(of: descriptor) {
        rest += data
        while let end = rest.firstIndex(of: 10) {
          var line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
          if line.last == "\r" { line.removeLast() }
          rest = rest[(end + 1)...]
          self.add(line)
        }
      }
      self.add(nil)
    }
  }

  /// Waits for some bytes; `nil` at the end. A terminal that has lost its programs ends with an
  /// error.
  private static func nextBytes(of descriptor: Int32) -> Data? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var count = read(descriptor, &bytes, bytes.count)
    while count < 0, errno == EINTR { count = read(descriptor, &bytes, bytes.count) }
    return count > 0 ? Data(bytes[..<count]) : nil
  }

  /// Everything so far.
  package var all: [String] { lock.withLock { lines } }

  /// Waits for a line that begins with these words.
  ///
  /// - Returns: The lines since the last call, up to that one.
  /// - Throws: If there is no such line when the output ends, or in time.
  @discardableResult
  package func wait(
    for expected: String, within limit: Duration = .seconds(30)
  ) async throws -> [String] {
    try await wait(for: expected, within: limit) { $0.hasPrefix(expected) }
  }

  /// Waits for a line that has these words in it: on a terminal, a prompt may stand before them.
  @discardableResult
  package func wait(containing expected: String) async throws -> [String] {
    try await wait(for: expected, within: .seconds(30)) { $0.contains(expected) }
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
    let deadline = ContinuousClock.now + .seconds(30 * Sanitizer.patience)
    while true {
      // Asked before the wait, because the line and the end may come right after it.
      let isOver = lock.withLock { hasEnded } || ContinuousClock.now >= deadline
      if !isOver { action() }
      do {
        return try await wait(for: expected, within: .milliseconds(10))
      } catch  where !isOver {}
    }
  }

  private func wait(
    for expected: String, within limit: Duration,
    matching isExpected: @escaping @Sendable (String) -> Bool
  ) async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      let number = lock.withLock {
        waiter = Waiter(expected: expected, isExpected: isExpected, continuation: continuation)
        waits += 1
        return waits
      }
      look()
      DispatchQueue.global().asyncAfter(
        deadline: .now() + .milliseconds(Int(limit / .milliseconds(1)) * Sanitizer.patience)
      ) {
        if self.lock.withLock({ self.waits == number }) { self.giveUp("did not come in time") }
      }
    }
  }

  /// Waits until the output ends.
  package func waitForEnd() async throws {
    do {
      try await wait(for: "\u{0}")
    } catch  where lock.withLock({ hasEnded }) {}
  }

  private func add(_ line: String?) {
    lock.withLock {
      if let line { lines.append(line) } else { hasEnded = true }
    }
    look()
  }

  private func look() {
    let (found, isLost) = lock.withLock {
      () -> ((CheckedContinuation<[String], any Error>, [String])?, Bool) in
      guard let waiter else { return (nil, false) }
      guard let index = lines[cursor...].firstIndex(where: waiter.isExpected) else {
        return (nil, hasEnded)
      }
      defer {
        cursor = index + 1
        self.waiter = nil
      }
      return ((waiter.continuation, Array(lines[cursor...index])), false)
    }
    found?.0.resume(returning: found?.1 ?? [])
    if isLost { giveUp("did not come before the output ended") }
  }

  private func giveUp(_ reason: String) {
    let (lost, lines) = lock.withLock {
      defer { waiter = nil }
      return (waiter, self.lines)
    }
    lost?.continuation.resume(
      throwing: MissingLine(description: "\"\(lost?.expected ?? "")\" \(reason): \(lines)"))
  }
}

/// A line that a test waits for did not come.
package struct MissingLine: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}
