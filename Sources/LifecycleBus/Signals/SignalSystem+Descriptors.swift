import Foundation

extension SignalSystem {
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static func isOpen(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF
  }

  static func writeError(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(2, bytes, bytes.count)
  }

  /// Without job control (`hadJobs` is false) there is no background, and only EIO means that the
  /// terminal was closed.
  static func standing(at terminal: Int32, hadJobs: Bool) -> ProcessSignalSource.Terminal {
    let group = tcgetpgrp(terminal)
    if group >= 0 { return group == getpgrp() ? .foreground : .background }
    return hadJobs || errno == EIO ? .gone : .foreground
  }

  /// Waits for input; -1 means no limit. Returns `nil` if the descriptor is not open.
  @discardableResult
  static func waitForInput(_ descriptor: Int32, upTo milliseconds: Int32 = -1) -> Bool? {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, milliseconds) > 0 else { return false }
    return request.revents & Int16(POLLNVAL) == 0 ? true : nil
  }

  static func readBytes(_ descriptor: Int32, upTo count: Int) -> (bytes: [UInt8], error: Int32) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      // What is taken out of the buffer is what the system has written.
      return count >= 0 ? (unsafe Array(buffer[..<count]), 0) : ([], errno)
    }
  }
}
