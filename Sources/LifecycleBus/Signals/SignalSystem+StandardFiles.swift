import Foundation

extension SignalSystem {
  /// Asked for at the start. A file that is opened where standard error was closed may be a database.
  static let hasStandardError = fcntl(2, F_GETFD) >= 0

  /// On standard error, for 100 ms at most.
  static func complain(_ sentence: String) {
    guard hasStandardError else { return }
    attempt {
      let bytes = Array("LifecycleBus: \(sentence)\n".utf8)
      _ = unsafe write(2, bytes, bytes.count)
    }
  }

  /// True if the reader of standard output or error has gone. Only a pipe or a socket has one; a
  /// closed terminal is SIGHUP.
  static var hasLostReader: Bool {
    [1, 2].contains { (descriptor: Int32) in
      // A terminal that was closed gives EIO.
      guard isatty(descriptor) == 0, errno == ENOTTY else { return false }
      var request = pollfd(fd: descriptor, events: 0, revents: 0)
      return unsafe poll(&request, 1, 0) == 1
        && request.revents & Int16(POLLERR | POLLHUP) != 0
    }
  }
}
