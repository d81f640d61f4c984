#if canImport(Glibc)
  // Its `stdout` is a variable, which the C library sets before `main` and never again.
  @unsafe @preconcurrency import Foundation
#else
  import Foundation
#endif

/// The system calls about signals, threads and terminals.
///
/// A call is unsafe because it takes a pointer. Each one here gets the address of a variable for the
/// time of the call, and the system keeps none of them.
enum SignalSystem {
  // MARK: What the process does on a signal

  /// What the process does on a signal now.
  static func currentAction(on signal: ProcessSignal) -> sigaction {
    var action = sigaction()
    _ = unsafe sigaction(signal.rawValue, nil, &action)
    return action
  }

  /// Whether the signal is ignored. A parent that ignores one, as nohup does, means the child to
  /// ignore it too.
  static func isIgnored(_ signal: ProcessSignal) -> Bool {
    // A handler is one of two special values, or a function; 1 is the C headers' SIG_IGN.
    handlerAddress(of: signal) == 1
  }

  /// Whether the signal still goes to this package.
  static func isRelayed(_ signal: ProcessSignal) -> Bool {
    let ours: sigaction.Handler = passOnSignal
    return unsafe handlerAddress(of: signal) == unsafeBitCast(ours, to: Int.self)
  }

  /// Whether other code has installed a handler. A Dispatch source on Linux has one, too.
  ///
  /// On Linux the Swift runtime handles SIGQUIT and the signals of a crash with one function that
  /// prints a backtrace. Where the same function has SIGILL too, SIGQUIT may be taken from it.
  static func hasOtherHandler(_ signal: ProcessSignal) -> Bool {
    // 0 and 1 are the C headers' SIG_DFL and SIG_IGN.
    let handler = handlerAddress(of: signal)
    let isOfCrashes = signal == .quit && handler == handlerAddress(of: .init(rawValue: SIGILL))
    return handler != 0 && handler != 1 && !isOfCrashes && !isRelayed(signal)
  }

  private static func handlerAddress(of signal: ProcessSignal) -> Int {
    unsafe unsafeBitCast(currentAction(on: signal).handler, to: Int.self)
  }

  /// Sends the signal to this package from now on, and interrupts no system call.
  static func relay(_ signal: ProcessSignal) throws(ProcessSignalError) {
    var action = sigaction()
    action.handler = passOnSignal
    action.sa_flags = numericCast(SA_RESTART)
    guard unsafe sigaction(signal.rawValue, &action, nil) == 0 else {
      throw .signalRefused(signal, errno: errno)
    }
  }

  /// Does again what was done before.
  static func restore(_ action: sigaction, on signal: ProcessSignal) {
    var action = action
    _ = unsafe sigaction(signal.rawValue, &action, nil)
  }

  /// Lets the system do what it does by itself. Returns what was there before.
  @discardableResult
  static func useDefault(on signal: ProcessSignal) -> sigaction {
    var action = sigaction()
    var former = sigaction()
    _ = unsafe sigaction(signal.rawValue, &action, &former)
    return former
  }

  // MARK: Which signals a thread blocks

  /// Lets these signals through to the calling thread, and no others: a program may wait with
  /// `sigwait` for a signal that it has blocked in all of its threads. Returns what was blocked.
  @discardableResult
  static func unblockOnly(_ signals: [ProcessSignal]) -> sigset_t {
    var mask = sigset_t()
    unsafe sigfillset(&mask)
    for signal in signals { unsafe sigdelset(&mask, signal.rawValue) }
    return setMask(mask)
  }

  /// Lets all signals through to the calling thread; returns what was blocked.
  static func unblockAll() -> sigset_t {
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    return setMask(mask)
  }

  /// Blocks one more signal in the calling thread; returns what was blocked.
  static func block(_ signal: ProcessSignal) -> sigset_t {
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    unsafe sigaddset(&mask, signal.rawValue)
    return setMask(mask, SIG_BLOCK)
  }

  /// Replaces what the calling thread blocks, or adds to it; returns what was blocked.
  @discardableResult
  static func setMask(_ mask: sigset_t, _ way: Int32 = SIG_SETMASK) -> sigset_t {
    var mask = mask
    var former = sigset_t()
    unsafe pthread_sigmask(way, &mask, &former)
    return former
  }

  /// Whether a signal that the calling thread blocks waits to be handled.
  static func isPending(_ signal: ProcessSignal) -> Bool {
    var pending = sigset_t()
    return unsafe sigpending(&pending) == 0 && sigismember(&pending, signal.rawValue) == 1
  }

  /// Handles the signals on the calling thread that wait for another thread of the process and that
  /// this one does not block. The system looks for them when a thread unblocks a signal.
  static func takePending() { setMask(unblockOnly([])) }

  /// Starts a thread that blocks all signals. Returns 0, or the error number.
  static func startThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
    final class Body: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let former = unblockOnly([])
    defer { setMask(former) }
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    // The thread gets the one reference that is retained here; without a thread it is released.
    let context = unsafe Unmanaged.passRetained(Body(body))
    let failure = unsafe pthread_create(
      &thread, nil,
      {
        let context: UnsafeMutableRawPointer? = unsafe $0
        pthread_detach(pthread_self())
        if let context = unsafe context {
          unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, context.toOpaque())
    if failure != 0 { unsafe context.release() }
    return failure
  }

  // MARK: The end of the process

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
  /// To flush all of them waits for a thread that reads a line from one, so that is done beside,
  /// and not for long.
  static func dieInOrder(of signal: ProcessSignal) -> Never {
    unsafe fflush(stdout)
    let isFlushed = DispatchSemaphore(value: 0)
    let failure = startThread {
      fflush(nil)
      isFlushed.signal()
    }
    if failure == 0 { _ = isFlushed.wait(timeout: .now() + .milliseconds(100)) }
    die(of: signal)
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

  // MARK: Descriptors

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static func isOpen(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF
  }

  /// Writes text to standard error, as far as it takes it.
  static func writeError(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(2, bytes, bytes.count)
  }

  /// Whether the process may use a terminal.
  ///
  /// - Parameter hadJobs: Whether the terminal had job control before. Then an error means that it
  ///   was closed; otherwise it has no background, unless it answers EIO, which means closed too.
  static func standing(at terminal: Int32, hadJobs: Bool) -> ProcessSignalSource.Terminal {
    let group = tcgetpgrp(terminal)
    if group >= 0 { return group == getpgrp() ? .foreground : .background }
    return hadJobs || errno == EIO ? .gone : .foreground
  }

  /// Waits until there is something to read, the time in milliseconds is up, or a signal comes; for
  /// ever with -1. `false` for a descriptor that is not open.
  @discardableResult
  static func waitForInput(_ descriptor: Int32, upTo milliseconds: Int32 = -1) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&request, 1, milliseconds)
    return request.revents & Int16(POLLNVAL) == 0
  }

  /// Reads once: some bytes, or none, and the error number.
  static func readBytes(_ descriptor: Int32, upTo count: Int) -> (bytes: [UInt8], error: Int32) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      // What is taken out of the buffer is what the system has written.
      return count >= 0 ? (unsafe Array(buffer[..<count]), 0) : ([], errno)
    }
  }
}

extension sigaction {
  typealias Handler = @convention(c) (Int32) -> Void

  /// The function, in a union that each C library names otherwise. The union's other case is for
  /// handlers that were installed with SA_SIGINFO; both are the address of a function.
  #if canImport(Darwin)
    var handler: Handler? {
      get { unsafe __sigaction_u.__sa_handler }
      set { unsafe __sigaction_u.__sa_handler = newValue }
    }
  #elseif canImport(Musl)
    var handler: Handler? {
      get { unsafe __sa_handler.sa_handler }
      set { unsafe __sa_handler.sa_handler = newValue }
    }
  #else
    var handler: Handler? {
      get { unsafe __sigaction_handler.sa_handler }
      set { unsafe __sigaction_handler.sa_handler = newValue }
    }
  #endif
}
