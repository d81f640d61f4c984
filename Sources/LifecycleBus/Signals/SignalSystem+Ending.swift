#if canImport(Glibc)
  // Its `stdout` is a variable, which the C library sets before `main` and never again.
  @unsafe @preconcurrency import Foundation
#else
  import Foundation
#endif

extension SignalSystem {
  /// Whether the process leads its session, as process 1 of a container and what `setsid` starts
  /// do.
  static var isSessionLeader: Bool { getpid() == getsid(0) }

  /// Stops the process and its group, as the terminal does on Ctrl-Z.
  ///
  /// The group, because an editor that git started must stop git too. Never `raise`: it goes to
  /// one thread only, and worker threads block nearly all signals. Never SIGSTOP:
  /// an orphaned group has no shell that could continue it.
  static func stopGroup() {
    kill(0, SIGTSTP)
  }

  /// Ends the process by a signal, so that its parent sees which.
  ///
  /// Process 1 does not die of signals, so there and where the signal is late the code says it,
  /// as a shell would.
  static func die(of signal: ProcessSignal) -> Never {
    if getpid() != 1 {
      useDefault(on: signal)
      unblockOnly([signal])
      kill(getpid(), signal.rawValue)
      for _ in 0..<50 { usleep(1000) }
    }
    _exit(128 + signal.rawValue)
  }

  /// Ends the process by a signal, after what C's streams still hold back has been written.
  ///
  /// To flush all of them waits for a thread that reads a line from one, so that is attempted only.
  static func dieInOrder(of signal: ProcessSignal) -> Never {
    unsafe fflush(stdout)
    attempt { fflush(nil) }
    die(of: signal)
  }

  /// Does on a thread of its own what may wait for others, and returns when it is done, or 100 ms
  /// later.
  static func attempt(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    let failure = startThread {
      body()
      isDone.signal()
    }
    if failure == 0 { _ = isDone.wait(timeout: .now() + .milliseconds(100)) }
  }

  /// Gives a signal its default action and sends it to the process once more. For a signal
  /// handler, so it calls nothing that allocates.
  static func sendAgainByDefault(_ number: Int32) {
    var action = sigaction()
    _ = unsafe sigaction(number, &action, nil)
    kill(getpid(), number)
  }

  /// Sends a signal once more that came for a source which has stopped meanwhile: to the handler
  /// that is installed now, or to the default action where that is still this package's.
  static func sendAgain(_ signal: ProcessSignal) {
    if isRelayed(signal) { useDefault(on: signal) }
    kill(getpid(), signal.rawValue)
  }
}
