#if canImport(Glibc)
  // Its `stdout` is a variable, which the C library sets before `main` and never again.
  @unsafe @preconcurrency import Foundation
#else
  import Foundation
#endif
import LifecycleBus

extension SignalSystem {
  static var isSessionLeader: Bool { getpid() == getsid(0) }

  /// Stops this process alone: a key reaches each member of a group anyway. After SIGSTOP no shell
  /// would continue an orphaned group.
  static func stopProcess() { kill(getpid(), SIGTSTP) }

  /// Process 1, which can't die of a signal, exits with 128 plus its number, as a shell does.
  static func die(of signal: ProcessSignal) -> Never {
    if getpid() != 1 {
      useDefault(on: signal)
      unblockOnly([signal])
      kill(getpid(), signal.rawValue)

      // The system may choose another thread, and take a moment.
      usleep(50_000)
    }
    _exit(128 + signal.rawValue)
  }

  static func flushStandardOutput() { unsafe fflush(stdout) }

  /// Flushes C's streams, but only for 100 ms: one may wait for its reader, or for a thread that
  /// reads a line.
  static func flushOutput() {
    attempt { fflush(nil) }
  }

  // MARK: Standard output and error

  /// Looked up at the first start. A file that is opened where standard error was closed may be a
  /// database.
  static let hasStandardError = fcntl(2, F_GETFD) >= 0

  /// Writes to standard error, unless that would have to wait for its reader.
  static func complain(_ sentence: String) {
    guard hasStandardError else { return }
    try? DescriptorWriter(descriptor: 2).write("LifecycleBus: \(sentence)\n")
  }

  /// Only a pipe or a socket has a reader that can go.
  static var hasLostReader: Bool { hasLostReader(of: 1) || hasLostReader(of: 2) }

  private static func hasLostReader(of descriptor: Int32) -> Bool {
    // A terminal that was closed gives EIO.
    guard isatty(descriptor) == 0, errno == ENOTTY else { return false }

    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    guard unsafe poll(&request, 1, 0) == 1 else { return false }
    return request.revents & Int16(POLLERR | POLLHUP) != 0
  }
}
