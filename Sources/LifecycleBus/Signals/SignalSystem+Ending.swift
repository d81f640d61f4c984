#if canImport(Glibc)
  // Its `stdout` is a variable, which the C library sets before `main` and never again.
  @unsafe @preconcurrency import Foundation
#else
  import Foundation
#endif

extension SignalSystem {
  /// True for process 1 of a container, and for a program that `setsid` starts.
  static var isSessionLeader: Bool { getpid() == getsid(0) }

  /// Stops the whole group, because an editor that git started must stop git too. SIGSTOP is not
  /// used, because no shell would continue an orphaned group.
  static func stopGroup() {
    kill(0, SIGTSTP)
  }

  /// Ends the process with the signal. Process 1, which cannot die of a signal, exits with 128 plus
  /// the number of the signal, as a shell does.
  static func die(of signal: ProcessSignal) -> Never {
    if getpid() != 1 {
      useDefault(on: signal)
      unblockOnly([signal])
      kill(getpid(), signal.rawValue)
      for _ in 0..<50 { usleep(1000) }
    }
    _exit(128 + signal.rawValue)
  }

  /// Flushes C's streams first. Flushing all of them is only attempted, because it may wait for a
  /// thread that reads a line.
  static func dieInOrder(of signal: ProcessSignal) -> Never {
    unsafe fflush(stdout)
    attempt { fflush(nil) }
    die(of: signal)
  }

  /// Runs the closure on a new thread. Returns after 100 ms at the latest.
  static func attempt(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    let failure = startThread {
      body()
      isDone.signal()
    }
    if failure == 0 { _ = isDone.wait(timeout: .now() + .milliseconds(100)) }
  }

  /// For a signal handler, because nothing here allocates.
  static func sendAgainByDefault(_ number: Int32) {
    var action = sigaction()
    _ = unsafe sigaction(number, &action, nil)
    kill(getpid(), number)
  }

  /// Sends a signal again after its source was stopped.
  static func sendAgain(_ signal: ProcessSignal) {
    if isRelayed(signal) { useDefault(on: signal) }
    kill(getpid(), signal.rawValue)
  }
}
