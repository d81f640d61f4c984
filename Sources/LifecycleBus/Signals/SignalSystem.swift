import LifecycleBus

#if canImport(Glibc)
  // Its `stdout` is a variable, which the C library sets before `main` and never again.
  @unsafe @preconcurrency import Foundation
#else
  import Foundation
#endif

/// The system calls for signals, threads and the end of the process. Each call gets the address of a
/// variable, which the system does not keep.
enum SignalSystem {
  // MARK: What the process does on a signal

  static func currentAction(on signal: ProcessSignal) -> sigaction {
    var action = sigaction()
    _ = unsafe sigaction(signal.rawValue, nil, &action)
    return action
  }

  static func isIgnored(_ signal: ProcessSignal) -> Bool {
    // A handler is one of two special values, or a function; 1 is the C headers' SIG_IGN.
    handlerAddress(of: signal) == 1
  }

  static func isRelayed(_ signal: ProcessSignal) -> Bool { has(passOnSignal, on: signal) }

  static func isSetAside(_ signal: ProcessSignal) -> Bool { has(setSignalAside, on: signal) }

  private static func has(_ handler: sigaction.Handler, on signal: ProcessSignal) -> Bool {
    unsafe handlerAddress(of: signal) == unsafeBitCast(handler, to: Int.self)
  }

  /// On Linux also true for a Dispatch source. For SIGQUIT the Swift runtime's crash handler, which
  /// SIGILL has too, does not count.
  static func hasOtherHandler(_ signal: ProcessSignal) -> Bool {
    // 0 and 1 are the C headers' SIG_DFL and SIG_IGN.
    let handler = handlerAddress(of: signal)
    let isOfCrashes = signal == .quit && handler == handlerAddress(of: .init(rawValue: SIGILL))
    return handler != 0 && handler != 1 && !isOfCrashes && !isRelayed(signal)
      && !isSetAside(signal)
  }

  private static func handlerAddress(of signal: ProcessSignal) -> Int {
    unsafe unsafeBitCast(currentAction(on: signal).handler, to: Int.self)
  }

  /// Installs a handler, and returns the former action; `nil` if the system refuses.
  ///
  /// The handler interrupts no system call. It runs on the thread's other stack where there is one,
  /// because a thread of another runtime may have a small one. No other signal interrupts it on its
  /// thread, because a SIGCONT that did would be written before the SIGTSTP that came first.
  static func install(_ handler: @escaping sigaction.Handler, on signal: ProcessSignal)
    -> sigaction?
  {
    var action = sigaction()
    action.handler = handler
    unsafe sigfillset(&action.sa_mask)
    action.sa_flags = numericCast(SA_RESTART | SA_ONSTACK)
    return setAction(action, on: signal)
  }

  @discardableResult
  static func setAction(_ action: sigaction, on signal: ProcessSignal) -> sigaction? {
    var (action, former) = (action, sigaction())
    return unsafe sigaction(signal.rawValue, &action, &former) == 0 ? former : nil
  }

  @discardableResult
  static func useDefault(on signal: ProcessSignal) -> sigaction? {
    setAction(sigaction(), on: signal)
  }

  // MARK: Which signals a thread blocks

  /// All others are blocked, because a program may wait for them with `sigwait`.
  @discardableResult
  static func unblockOnly(_ signals: [ProcessSignal]) -> sigset_t {
    var mask = sigset_t()
    unsafe sigfillset(&mask)
    for signal in signals { unsafe sigdelset(&mask, signal.rawValue) }
    return setMask(mask)
  }

  @discardableResult
  static func setMask(_ mask: sigset_t) -> sigset_t {
    var (mask, former) = (mask, sigset_t())
    unsafe pthread_sigmask(SIG_SETMASK, &mask, &former)
    return former
  }

  static func isPending(_ signal: ProcessSignal) -> Bool {
    var pending = sigset_t()
    return unsafe sigpending(&pending) == 0 && sigismember(&pending, signal.rawValue) == 1
  }

  /// Handles signals that wait for another thread: the system looks for them at each unblocking.
  static func takePending() { setMask(unblockOnly([])) }

  // MARK: Threads

  /// Starts a thread that blocks all signals. Returns 0 or the error number.
  static func startThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
    let former = unblockOnly([])
    defer { setMask(former) }
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    // The thread gets the one reference that is retained here; without a thread it is released.
    let context = unsafe Unmanaged.passRetained(Locked(body))
    let failure = unsafe pthread_create(
      &thread, nil,
      {
        let context: UnsafeMutableRawPointer? = unsafe $0
        pthread_detach(pthread_self())
        if let context = unsafe context {
          let body = unsafe Unmanaged<Locked<@Sendable () -> Void>>.fromOpaque(context)
          unsafe body.takeRetainedValue().withLock { $0 }()
        }
        return nil
      }, context.toOpaque())
    if failure != 0 { unsafe context.release() }
    return failure
  }

  /// Runs the closure on a new thread, and waits for it for 100 ms, because what it writes to may
  /// have no reader.
  static func attempt(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    let failure = startThread {
      body()
      isDone.signal()
    }
    if failure == 0 { _ = isDone.wait(timeout: .now() + .milliseconds(100)) }
  }

  // MARK: The process

  static var isSessionLeader: Bool { getpid() == getsid(0) }

  /// Stops this process alone, because a key reaches each member of a group anyway. Not by SIGSTOP,
  /// because no shell would continue an orphaned group.
  static func stopProcess() { kill(getpid(), SIGTSTP) }

  /// Process 1, which cannot die of a signal, exits with 128 plus its number, as a shell does.
  static func die(of signal: ProcessSignal) -> Never {
    if getpid() != 1 {
      useDefault(on: signal)
      unblockOnly([signal])
      kill(getpid(), signal.rawValue)
      for _ in 0..<50 { usleep(1000) }
    }
    _exit(128 + signal.rawValue)
  }

  /// Flushes C's streams first; all of them only for 100 ms, because that may wait for a thread that
  /// reads a line.
  static func dieInOrder(of signal: ProcessSignal) -> Never {
    unsafe fflush(stdout)
    attempt { fflush(nil) }
    die(of: signal)
  }

  // MARK: Standard output and error

  /// Asked for at the start. A file that is opened where standard error was closed may be a database.
  static let hasStandardError = fcntl(2, F_GETFD) >= 0

  /// On standard error, for 100 ms at most.
  static func complain(_ sentence: String) {
    guard hasStandardError else { return }
    attempt {
      let bytes = Array("LifecycleBus: \(sentence)\n".utf8)
      _ = unsafe write(2, bytes, bytes.count)
    }
  }

  /// True if the reader of standard output or error has gone. Only a pipe or a socket has one; a
  /// closed terminal is SIGHUP.
  static var hasLostReader: Bool {
    [1, 2].contains { (descriptor: Int32) in
      // A terminal that was closed gives EIO.
      guard isatty(descriptor) == 0, errno == ENOTTY else { return false }
      var request = pollfd(fd: descriptor, events: 0, revents: 0)
      return unsafe poll(&request, 1, 0) == 1
        && request.revents & Int16(POLLERR | POLLHUP) != 0
    }
  }
}

/// The terminal that controls the process: the first of the standard files for which the system
/// knows a foreground group, or else `/dev/tty`, as in `tool < file > result`. That is opened for
/// each look, because other code might close a descriptor that is kept.
struct SignalTerminal {
  private let reset: String
  /// `nil` until they are noted, because before that another program may have set the modes.
  private var modes: termios?

  /// `nil` if no terminal controls the process.
  init?(reset: String) {
    self.reset = reset
    if standing == .gone { return nil }
  }

  private func look<Result>(_ body: (Int32) -> Result?) -> Result? {
    for descriptor: Int32 in 0...2 {
      if let result = body(descriptor) { return result }
    }
    let opened = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if opened < 0 { return nil }
    defer { close(opened) }
    return body(opened)
  }

  var standing: ProcessSignalSource.Terminal {
    look {
      let group = tcgetpgrp($0)
      return group < 0 ? nil : group == getpgrp() ? .foreground : .background
    } ?? .gone
  }

  mutating func noteModes() {
    let noted = look { descriptor -> termios? in
      var modes = termios()
      return unsafe tcgetpgrp(descriptor) >= 0 && tcgetattr(descriptor, &modes) == 0 ? modes : nil
    }
    if let noted { modes = noted }
  }

  /// Puts the modes back if the process is in the foreground, for 100 ms at most. After an end by
  /// force it also writes what leaves a full screen; the modes come first, because a terminal whose
  /// output is stopped accepts no text. The thread blocks SIGTTOU, which would stop the process.
  func putBack(leavesScreen: Bool) {
    guard let modes else { return }
    SignalSystem.attempt {
      _ = look { descriptor -> Void? in
        guard tcgetpgrp(descriptor) == getpgrp() else { return nil }
        var modes = modes
        _ = unsafe tcsetattr(descriptor, TCSANOW, &modes)
        let text = Array(leavesScreen ? reset.utf8 : "".utf8)
        _ = unsafe write(descriptor, text, text.count)
        return ()
      }
    }
  }
}

extension sigaction {
  typealias Handler = @convention(c) (Int32) -> Void

  /// Each C library has another name for the union.
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
