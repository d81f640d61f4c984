import Foundation

extension SignalSystem {
  /// Asked for when the first source is made, because a file that is opened later may get the number
  /// of a standard input that was closed. What Dispatch opens for itself has a name of this kind.
  static let hasStandardInput: Bool = {
    let position = lseek(0, 0, SEEK_CUR)
    if position < 0, errno == EBADF { return false }

    let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/0")
    return place?.hasPrefix("anon_inode:") != true
  }()

  /// Waits for the next bytes of standard input; none at its end, and if it can't be read.
  static func readStandardInput() -> [UInt8] {
    guard hasStandardInput else { return [] }
    var block = [UInt8](repeating: 0, count: 65_536)

    while true {
      // A descriptor that doesn't block by itself would be asked again and again.
      var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&request, 1, -1)

      let count = unsafe read(0, &block, block.count)
      if count >= 0 { return Array(block.prefix(count)) }
      if !mayReadOn(after: errno) { return [] }
    }
  }

  private static func mayReadOn(after failure: Int32) -> Bool {
    switch failure {
    case EINTR, EAGAIN:
      return true
    case EIO:
      // In the background the terminal is another program's, and this thread blocks SIGTTIN. A
      // terminal that has gone has no group.
      let group = tcgetpgrp(0)
      guard group >= 0, group != getpgrp() else { return false }

      usleep(100_000)
      return true
    default:
      return false
    }
  }
}
