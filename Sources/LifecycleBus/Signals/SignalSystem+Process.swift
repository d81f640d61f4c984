#if canImport(Glibc)
  // Its `stdout` is a variable, which the C library sets before `main` and never again.
  @unsafe @preconcurrency import Foundation
#else
  import Foundation
#endif

extension SignalSystem {
  static var isSessionLeader: Bool { getpid() == getsid(0) }

  /// Stops this process alone, because a key reaches each member of a group anyway. Not by SIGSTOP,
  /// because no shell would continue an orphaned group.
  static func stopProcess() { kill(getpid(), SIGTSTP) }

  /// Process 1, which can't die of a signal, exits with 128 plus its number, as a shell does.
  static func die(of signal: ProcessSignal) -> Never {
    if getpid() != 1 {
      useDefault(on: signal)
      unblockOnly([signal])
      kill(getpid(), signal.rawValue)

      // The system may choose another thread, and take a moment.
      for _ in 0..<50 {
        usleep(1000)
      }
    }
    _exit(128 + signal.rawValue)
  }

  /// Flushes standard output first, however long its reader takes.
  static func dieInOrder(of signal: ProcessSignal) -> Never {
    flushStandardOutput()
    flushOutput()
    die(of: signal)
  }

  static func flushStandardOutput() { unsafe fflush(stdout) }

  /// Flushes all of C's streams, but only for 100 ms, because one may wait for its reader, or for a
  /// thread that reads a line.
  static func flushOutput() {
    attempt { fflush(nil) }
  }
}
