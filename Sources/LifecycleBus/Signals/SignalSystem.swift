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

    /// Whether the process leads its session, as process 1 of a container and what `setsid` starts
    /// do.
    static var isSessionLeader: Bool { getpid() == getsid(0) }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Whether the process may use a terminal.
    ///
    /// - Parameter hadJobs: Whether the terminal had job control before. Then an error means that it
    ///   was closed; otherwise it has no background, unless it answers EIO, which means closed too.
    static func standing(at terminal: Int32, hadJobs: Bool) -> ProcessSignalSource.Terminal {
      let group = tcgetpgrp(terminal)
      if group >= 0 { return group == getpgrp() ? .foreground : .background }
      return hadJobs || errno == EIO ? .gone : .foreground
    }

    /// Whether a terminal has a foreground group that this process can ask for.
    static func hasJobs(_ terminal: Int32) -> Bool { tcgetpgrp(terminal) >= 0 }

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

    /// Gives a signal its default action and sends it to the process once more. For a signal
    /// handler, so it calls nothing that allocates.
    static func sendAgainByDefault(_ number: Int32) {
      var action = sigaction()
      _ = sigaction(number, &action, nil)
      kill(getpid(), number)
    }

    /// Sends a signal once more that came for a source which has stopped meanwhile: to the handler
    /// that is installed now, or to the default action where that is still this package's.
    static func sendAgain(_ signal: ProcessSignal) {
      if isRelayed(signal) { useDefault(on: signal) }
      kill(getpid(), signal.rawValue)
    }

    /// Starts a thread that blocks all signals. Returns 0, or the error number.
    static func startThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
      final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
      }
      let former = blockAll()
      defer { restoreMask(former) }
      let context = Unmanaged.passRetained(Body(body))
      #if canImport(Darwin)
        var thread: pthread_t?
        let failure = pthread_create(
          &thread, nil,
          {
            Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
            return nil
          }, context.toOpaque())
        if let thread { pthread_detach(thread) }
      #else
        var thread = pthread_t()
        let failure = pthread_create(
          &thread, nil,
          {
            if let context = $0 { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
            return nil
          }, context.toOpaque())
        if failure == 0 { pthread_detach(thread) }
      #endif
      if failure != 0 { context.release() }
      return failure
    }

    /// Opens a pipe that never blocks, that children do not inherit, and whose descriptors are
    /// above 2: where standard input or output is closed, the pipe would take its place.
    ///
    /// In several steps, because not every system has a call that does it in one: a child that
    /// another thread starts between them inherits the pipe.
    static func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Bool {
      guard pipe(ends) == 0 else { return false }
      for index in 0...1 {
        let end = ends[index]
        repeat {
          ends[index] = fcntl(end, F_DUPFD_CLOEXEC, 3)
        } while ends[index] < 0 && errno == EINTR
        let failure = errno
        close(end)
        guard ends[index] >= 0 else {
          // The other end: duplicated already, or not yet.
          close(ends[1 - index])
          errno = failure
          return false
        }
        _ = fcntl(ends[index], F_SETFL, O_NONBLOCK)
      }
      return true
    }

    static func readBytes(_ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>)
      -> Int
    {
      read(descriptor, buffer.baseAddress, buffer.count)
    }

    static func writeBytes(_ descriptor: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
      _ = write(descriptor, bytes.baseAddress, bytes.count)
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
