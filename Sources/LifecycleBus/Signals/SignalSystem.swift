import Foundation

/// The system calls for signals, threads and terminals. Each call gets the address of a variable,
/// which the system does not keep.
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

  static func isRelayed(_ signal: ProcessSignal) -> Bool {
    let ours: sigaction.Handler = passOnSignal
    return unsafe handlerAddress(of: signal) == unsafeBitCast(ours, to: Int.self)
  }

  /// True if other code has a handler, which on Linux may be a Dispatch source. For SIGQUIT the Swift
  /// runtime's crash handler, which SIGILL has too, does not count.
  static func hasOtherHandler(_ signal: ProcessSignal) -> Bool {
    // 0 and 1 are the C headers' SIG_DFL and SIG_IGN.
    let handler = handlerAddress(of: signal)
    let isOfCrashes = signal == .quit && handler == handlerAddress(of: .init(rawValue: SIGILL))
    return handler != 0 && handler != 1 && !isOfCrashes && !isRelayed(signal)
  }

  private static func handlerAddress(of signal: ProcessSignal) -> Int {
    unsafe unsafeBitCast(currentAction(on: signal).handler, to: Int.self)
  }

  /// Installs the handler, which interrupts no system call. No other signal interrupts the handler
  /// on its thread, because a SIGCONT that did would be written before the SIGTSTP that came first.
  static func relay(_ signal: ProcessSignal) throws(ProcessSignalError) {
    var action = sigaction()
    action.handler = passOnSignal
    unsafe sigfillset(&action.sa_mask)
    action.sa_flags = numericCast(SA_RESTART)
    guard unsafe sigaction(signal.rawValue, &action, nil) == 0 else {
      throw .signalRefused(signal, errno: errno)
    }
  }

  static func restore(_ action: sigaction, on signal: ProcessSignal) {
    var action = action
    _ = unsafe sigaction(signal.rawValue, &action, nil)
  }

  @discardableResult
  static func useDefault(on signal: ProcessSignal) -> sigaction {
    var action = sigaction()
    var former = sigaction()
    _ = unsafe sigaction(signal.rawValue, &action, &former)
    return former
  }

  // MARK: Which signals a thread blocks

  /// Blocks all other signals, because a program may wait for them with `sigwait`. Returns the
  /// former mask.
  @discardableResult
  static func unblockOnly(_ signals: [ProcessSignal]) -> sigset_t {
    var mask = sigset_t()
    unsafe sigfillset(&mask)
    for signal in signals { unsafe sigdelset(&mask, signal.rawValue) }
    return setMask(mask)
  }

  static func unblockAll() -> sigset_t {
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    return setMask(mask)
  }

  static func block(_ signal: ProcessSignal) -> sigset_t {
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    unsafe sigaddset(&mask, signal.rawValue)
    return setMask(mask, SIG_BLOCK)
  }

  @discardableResult
  static func setMask(_ mask: sigset_t, _ way: Int32 = SIG_SETMASK) -> sigset_t {
    var mask = mask
    var former = sigset_t()
    unsafe pthread_sigmask(way, &mask, &former)
    return former
  }

  static func isPending(_ signal: ProcessSignal) -> Bool {
    var pending = sigset_t()
    return unsafe sigpending(&pending) == 0 && sigismember(&pending, signal.rawValue) == 1
  }

  /// Handles signals that wait for another thread: the system looks for pending signals when a
  /// thread unblocks one.
  static func takePending() { setMask(unblockOnly([])) }

  /// Starts a thread that blocks all signals. Returns 0 or the error number.
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
}

extension sigaction {
  typealias Handler = @convention(c) (Int32) -> Void

  /// Each C library has another name for the union. Its other case, for SA_SIGINFO, is the address
  /// of a function too.
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
