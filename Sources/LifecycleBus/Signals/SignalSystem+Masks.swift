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

  /// Which signals a thread blocks.
  extension SignalSystem {
    /// Lets signals through to the calling thread.
    static func unblock(_ signals: [ProcessSignal]) {
      var mask = sigset_t()
      sigemptyset(&mask)
      for signal in signals { sigaddset(&mask, signal.rawValue) }
      pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    /// Lets these signals through to the calling thread, and no others: a program may wait with
    /// `sigwait` for a signal that it has blocked in all of its threads.
    static func unblockOnly(_ signals: Set<ProcessSignal>) {
      var mask = sigset_t()
      sigfillset(&mask)
      for signal in signals { sigdelset(&mask, signal.rawValue) }
      pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    /// Lets all signals through to the calling thread; returns what was blocked.
    static func unblockAll() -> sigset_t {
      var mask = sigset_t()
      var former = sigset_t()
      sigemptyset(&mask)
      pthread_sigmask(SIG_SETMASK, &mask, &former)
      return former
    }

    /// Blocks one more signal in the calling thread; returns what was blocked.
    static func block(_ signal: ProcessSignal) -> sigset_t {
      var mask = sigset_t()
      var former = sigset_t()
      sigemptyset(&mask)
      sigaddset(&mask, signal.rawValue)
      pthread_sigmask(SIG_BLOCK, &mask, &former)
      return former
    }

    /// Whether a signal that the calling thread blocks waits to be handled.
    static func isPending(_ signal: ProcessSignal) -> Bool {
      var pending = sigset_t()
      return sigpending(&pending) == 0 && sigismember(&pending, signal.rawValue) == 1
    }

    /// Blocks all signals in the calling thread; returns what was blocked.
    static func blockAll() -> sigset_t {
      var mask = sigset_t()
      var former = sigset_t()
      sigfillset(&mask)
      pthread_sigmask(SIG_SETMASK, &mask, &former)
      return former
    }

    static func restoreMask(_ mask: sigset_t) {
      var mask = mask
      pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
  }
#endif
