import Foundation

/// Reads lines from standard input beside the main actor, so that listeners are called meanwhile, and
/// only while somebody waits for one: what is typed for an editor goes to the editor.
@MainActor
final class LineReader {
  /// Why the lines ended before the end of the input.
  private(set) var failure: String?
  private let queue = DispatchQueue(label: "lines")
  private let input = Input()
  private var isReading = false
  /// Lines that came when nobody waited any more; `nil` is the end.
  private var kept: [[UInt8]?] = []
  private var waiting: CheckedContinuation<[UInt8]?, Never>?

  /// The next line without its end; `nil` at the end of the input, and if the task is cancelled.
  func next() async -> [UInt8]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: nil) }
        if !kept.isEmpty { return continuation.resume(returning: kept.removeFirst()) }
        waiting = continuation
        if isReading { return }
        isReading = true
        queue.async { [input] in
          let (line, error) = (input.next(), input.error)
          DispatchQueue.main.async {
            self.isReading = false
            if error != 0 { self.failure = "The input cannot be read (errno \(error))." }
            if self.waiting == nil { self.kept.append(line) } else { self.resume(line) }
          }
        }
      }
    } onCancel: {
      DispatchQueue.main.async { self.resume(nil) }
    }
  }

  private func resume(_ line: [UInt8]?) {
    waiting?.resume(returning: line)
    waiting = nil
  }

  /// Proof for @unchecked: after it is made, it is used on the queue only, one block at a time.
  private final class Input: @unchecked Sendable {
    /// Asked early, because a file that is opened later may get the number of standard input.
    private(set) var error = fcntl(0, F_GETFD) < 0 && errno == EBADF ? EBADF : 0
    private var bytes: ArraySlice<UInt8> = []

    func next() -> [UInt8]? {
      var end = bytes.firstIndex(of: UInt8(ascii: "\n"))
      while end == nil, error == 0, let more = read() {
        bytes += more
        end = bytes.suffix(more.count).firstIndex(of: UInt8(ascii: "\n"))
      }
      if bytes.isEmpty { return nil }
      let line = bytes[..<(end ?? bytes.endIndex)]
      bytes = bytes.dropFirst(line.count + 1)
      return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }

    private func read() -> [UInt8]? {
      var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      var buffer = [UInt8](repeating: 0, count: 65_536)
      poll(&request, 1, -1)
      let count = Foundation.read(0, &buffer, buffer.count)
      let number = errno
      if count >= 0 { return count == 0 ? nil : Array(buffer[..<count]) }
      // In the background the terminal is another program's, and this thread blocks SIGTTIN.
      let isOther = number == EIO && tcgetpgrp(0) >= 0 && tcgetpgrp(0) != getpgrp()
      if isOther { usleep(100_000) }
      if isOther || [EINTR, EAGAIN].contains(number) { return [] }
      // A terminal that is gone is the end of the input.
      if number != EIO { error = number }
      return nil
    }
  }
}
