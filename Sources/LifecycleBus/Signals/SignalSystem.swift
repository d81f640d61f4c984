#if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Bionic) || canImport(Darwin)
  #if canImport(Glibc)
    @preconcurrency import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The system calls about signals. What the C libraries spell
  /// differently is in one file for each.
  enum SignalSystem {
    /// A handler is one of the two special values, or a function.
    private static let ignoring = 1

    /// What the process does on a signal now.
    static func currentAction(on signal: ProcessSignal) -> sigaction {
      var action = sigaction()
      _ = sigaction(signal.rawValue, nil, &action)
      return action
    }

    /// Whether the signal is ignored. A parent that ignores one, as nohup does, means the child to
    /// ignore it too.
    static func isIgnored(_ signal: ProcessSignal) -> Bool {
      unsafeBitCast(handler(of: currentAction(on: signal)), to: Int.self) == ignoring
    }

    /// Whether the signal still goes to this package.
    static func isRelayed(_ signal: ProcessSignal) -> Bool {
      let ours: Handler = passOnSignal
      return unsafeBitCast(handler(of: currentAction(on: signal)), to: Int.self)
        == unsafeBitCast(ours, to: Int.self)
    }

    /// Sends the signal to this package from now on, and interrupts no system call. Returns what
    /// was there before.
    static func relay(_ signal: ProcessSignal) throws(ProcessSignalError) -> sigaction {
      var action = sigaction()
      setHandler(passOnSignal, of: &action)
      action.sa_flags = numericCast(SA_RESTART)
      var former = sigaction()
      guard sigaction(signal.rawValue, &action, &former) == 0 else {
        throw ProcessSignalError(code: .refused(errno: errno), signal: signal)
      }
      return former
    }

    /// Does again what was done before.
    static func restore(_ action: sigaction, on signal: ProcessSignal) {
      var action = action
      _ = sigaction(signal.rawValue, &action, nil)
    }

    /// Lets the system do what it does by itself. Returns what was there before.
    @discardableResult
    static func useDefault(on signal: ProcessSignal) -> sigaction {
      var action = sigaction()
      var former = sigaction()
      _ = sigaction(signal.rawValue, &action, &former)
      return former
    }

    /// Lets signals through to the calling thread.
    static func unblock(_ signals: [ProcessSignal]) {
      var mask = sigset_t()
      sigemptyset(&mask)
      for signal in signals { sigaddset(&mask, signal.rawValue) }
      pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    /// Lets all signals through to the calling thread; returns what was blocked.
    static func unblockAll() -> sigset_t {
      var mask = sigset_t()
      var former = sigset_t()
      sigemptyset(&mask)
      pthread_sigmask(SIG_SETMASK, &mask, &former)
      return former
    }

    static func restoreMask(_ mask: sigset_t) {
      var mask = mask
      pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    /// Whether the process leads its session, as process 1 of a container and what `setsid` starts
    /// do.
    static var isSessionLeader: Bool { getpid() == getsid(0) }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Whether the process is in the terminal's foreground group. A terminal that knows no jobs has
    /// no background.
    static func isInForeground(of terminal: Int32) -> Bool {
      let group = tcgetpgrp(terminal)
      return group < 0 || group == getpgrp()
    }

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
        unblock([signal])
        kill(getpid(), signal.rawValue)
        for _ in 0..<50 { usleep(1000) }
      }
      _exit(128 + signal.rawValue)
    }

    /// Ends the process with a code and nothing else: no handlers, no flushing.
    static func exitAtOnce(_ code: Int32) -> Never { _exit(code) }

    /// Ends the process with a code, as `main` does.
    static func exitInOrder(_ code: Int32) -> Never { exit(code) }

    /// Opens a pipe that never blocks and that children do not inherit.
    ///
    /// In three steps, because not every system has a call that does it in one: a child that
    /// another thread starts between them inherits the pipe.
    static func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Bool {
      guard pipe(ends) == 0 else { return false }
      for end in [ends[0], ends[1]] {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      return true
    }

    static func readBytes(_ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>)
      -> Int
    {
      read(descriptor, buffer.baseAddress, buffer.count)
    }

    static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

    /// Writes out what C's output still holds back.
    ///
    /// Standard output only: flushing every stream would wait for a thread that reads a line from
    /// standard input.
    static func flushOutput() {
      fflush(stdout)
    }
  }
#endif
