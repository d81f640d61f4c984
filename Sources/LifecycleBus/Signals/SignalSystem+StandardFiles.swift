import Foundation
import LifecycleBus

extension SignalSystem {
  /// Asked for when the first source starts. A file that is opened where standard error was closed
  /// may be a database.
  static let hasStandardError = fcntl(2, F_GETFD) >= 0

  /// Writes a line to standard error, unless that would have to wait for its reader.
  static func complain(_ sentence: String) {
    guard hasStandardError else { return }
    try? DescriptorWriter(descriptor: 2).write("LifecycleBus: \(sentence)\n")
  }

  /// True if the reader of standard output or error has gone. Only a pipe or a socket has one; a
  /// closed terminal is SIGHUP.
  static var hasLostReader: Bool { hasLostReader(of: 1) || hasLostReader(of: 2) }

  private static func hasLostReader(of descriptor: Int32) -> Bool {
    // A terminal that was closed gives EIO.
    guard isatty(descriptor) == 0, errno == ENOTTY else { return false }

    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    guard unsafe poll(&request, 1, 0) == 1 else { return false }
    return request.revents & Int16(POLLERR | POLLHUP) != 0
  }
}
