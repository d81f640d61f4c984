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
  private var postponed: [[UInt8]?] = []
  private var waiting: CheckedContinuation<[UInt8]?, Never>?

  /// The next line without its end; `nil` at the end of the input, and if the task is cancelled.
  func next() async -> [UInt8]? {
    await withTaskCancellationHandler {
      if Task.isCancelled { return nil }
      if !postponed.isEmpty { return postponed.removeFirst() }

      return await withCheckedContinuation { continuation in
        waiting = continuation
        readOn()
      }
    } onCancel: {
      DispatchQueue.main.async { self.resume(nil) }
    }
  }

  private func readOn() {
    if isReading { return }
    isReading = true

    queue.async { [input] in
      let line = input.next()
      let error = input.error
      DispatchQueue.main.async { self.receive(line, error) }
    }
  }

  private func receive(_ line: [UInt8]?, _ error: Int32) {
    isReading = false
    if error != 0 {
      failure = "The input cannot be read (errno \(error))."
    }

    if waiting == nil {
      postponed.append(line)
    } else {
      resume(line)
    }
  }

  private func resume(_ line: [UInt8]?) {
    waiting?.resume(returning: line)
    waiting = nil
  }

  /// Proof for @unchecked: after it is made, it is used on the queue only, one block at a time.
  private final class Input: @unchecked Sendable {
    private(set) var error: Int32 = 0
    private var bytes: ArraySlice<UInt8> = []

    /// Asks early, because a file that is opened later may get the number of standard input.
    init() {
      if fcntl(0, F_GETFD) < 0, errno == EBADF {
        error = EBADF
      }
    }

    func next() -> [UInt8]? {
      var end = bytes.firstIndex(of: UInt8(ascii: "\n"))
      while end == nil, error == 0, let more = read() {
        bytes += more
        end = bytes.suffix(more.count).firstIndex(of: UInt8(ascii: "\n"))
      }
      if bytes.isEmpty { return nil }

      var line = bytes[..<(end ?? bytes.endIndex)]
      bytes = bytes.dropFirst(line.count + 1)
      if line.last == UInt8(ascii: "\r") {
        line.removeLast()
      }
      return Array(line)
    }

    private func read() -> [UInt8]? {
      var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, -1)

      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = Foundation.read(0, &buffer, buffer.count)
      let number = errno
      if count > 0 { return Array(buffer[..<count]) }
      if count == 0 { return nil }

      return bytesAfterError(number)
    }

    /// No bytes if it may go on, `nil` if not.
    private func bytesAfterError(_ number: Int32) -> [UInt8]? {
      // In the background the terminal is another program's, and this thread blocks SIGTTIN.
      if number == EIO, tcgetpgrp(0) >= 0, tcgetpgrp(0) != getpgrp() {
        usleep(100_000)
        return []
      }
      if [EINTR, EAGAIN].contains(number) { return [] }

      // A terminal that is gone is the end of the input.
      if number != EIO {
        error = number
      }
      return nil
    }
  }
}
