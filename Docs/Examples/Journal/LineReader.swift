import Foundation

/// Reads lines from standard input beside the main actor, so that listeners are called meanwhile.
///
/// It reads only while somebody waits for a line, so that what is typed for an editor that the
/// program runs goes to the editor.
@MainActor
final class LineReader {
  /// Why the lines ended before the end of the input.
  private(set) var failure: String?
  private let queue = DispatchQueue(label: "lines")
  private let input = Input()
  private var isReading = false
  /// A line that came when nobody waited any more.
  private var kept: [UInt8]?
  private var waiting: CheckedContinuation<[UInt8]?, Never>?

  /// The next line without its end; `nil` at the end of the input, and if the task is cancelled.
  func next() async -> [UInt8]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting = continuation
        if Task.isCancelled { return resume(nil) }
        if let kept { return resume(kept) }
        if isReading { return }
        isReading = true
        queue.async { [input] in
          let line = Result { try input.next() }
          DispatchQueue.main.async { self.take(line) }
        }
      }
    } onCancel: {
      DispatchQueue.main.async { self.resume(nil) }
    }
  }

  private func take(_ line: Result<[UInt8]?, any Error>) {
    isReading = false
    if case .failure(let error) = line { failure = "The input cannot be read: \(error)" }
    kept = try? line.get()
    resume(kept)
  }

  private func resume(_ line: [UInt8]?) {
    guard let waiting else { return }
    self.waiting = nil
    if line != nil { kept = nil }
    waiting.resume(returning: line)
  }

  /// Proof for @unchecked: used on the queue only, which performs one block at a time.
  private final class Input: @unchecked Sendable {
    private var bytes: [UInt8] = []
    private var isOver = false
    /// Asked early, because a file that is opened later may get the number of standard input.
    private let isClosed = fcntl(0, F_GETFD) < 0 && errno == EBADF

    func next() throws -> [UInt8]? {
      var searched = 0
      while true {
        if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
          defer { bytes.removeSubrange(...end) }
          return Array(
            bytes[..<end].last == UInt8(ascii: "\r") ? bytes[..<(end - 1)] : bytes[..<end])
        }
        searched = bytes.count
        if isOver {
          defer { bytes = [] }
          return bytes.isEmpty ? nil : bytes
        }
        try read()
      }
    }

    private func read() throws {
      if isClosed { throw POSIXError(.EBADF) }
      var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, -1)
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = Foundation.read(0, &buffer, buffer.count)
      let (error, group) = (errno, tcgetpgrp(0))
      bytes += buffer.prefix(max(0, count))
      switch error {
      case _ where count > 0: break
      case _ where count == 0: isOver = true
      case EINTR, EAGAIN: break
      // Another program has the terminal; this queue's threads block SIGTTIN, which would stop all.
      case EIO where group >= 0 && group != getpgrp(): usleep(100_000)
      case EIO where isatty(0) == 1 || group < 0: isOver = true
      default: throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO)
      }
    }
  }
}
