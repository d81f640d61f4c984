#if canImport(Glibc)
  // Its `stdout` is a variable, which the C library sets before `main` and never again.
  @unsafe @preconcurrency import Foundation
#else
  import Foundation
#endif

extension SignalSystem {
  /// True of process 1 of a container, and of what `setsid` starts.
  static var isSessionLeader: Bool { getpid() == getsid(0) }

  /// The whole group, because an editor that git started must stop git too. Never `raise`, which
  /// goes to one thread. Never SIGSTOP, because an orphaned group has no shell that continues it.
  static func stopGroup() {
    kill(0, SIGTSTP)
  }

  /// Process 1 does not die of signals: there the code says it, as a shell would.
  static func die(of signal: ProcessSignal) -> Never {
    if getpid() != 1 {
      useDefault(on: signal)
      unblockOnly([signal])
      kill(getpid(), signal.rawValue)
      for _ in 0..<50 { usleep(1000) }
    }
    _exit(128 + signal.rawValue)
  }

  /// Flushes C's streams first, which may wait for a thread that reads a line.
  static func dieInOrder(of signal: ProcessSignal) -> Never {
    unsafe fflush(stdout)
    attempt { fflush(nil) }
    die(of: signal)
  }

  /// Runs on a thread of its own what may wait for others. Returns after 100 ms at the latest.
  static func attempt(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    let failure = startThread {
      body()
      isDone.signal()
    }
    if failure == 0 { _ = isDone.wait(timeout: .now() + .milliseconds(100)) }
  }

  /// For a signal handler, so it calls nothing that allocates.
  static func sendAgainByDefault(_ number: Int32) {
    var action = sigaction()
    _ = unsafe sigaction(number, &action, nil)
    kill(getpid(), number)
  }

  /// For a signal of a source that has stopped: it gets the action that is installed now.
  static func sendAgain(_ signal: ProcessSignal) {
    if isRelayed(signal) { useDefault(on: signal) }
    kill(getpid(), signal.rawValue)
  }
}
