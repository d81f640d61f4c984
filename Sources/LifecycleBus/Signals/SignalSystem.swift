import Foundation

/// The system calls for signals and threads. The system doesn't use the address of a variable after
/// the call.
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
    let handler: sigaction.Handler = passOnSignal
    return unsafe handlerAddress(of: signal) == unsafeBitCast(handler, to: Int.self)
  }

  /// True for a handler of other code, on Linux also for a Dispatch source.
  static func hasOtherHandler(_ signal: ProcessSignal) -> Bool {
    let handler = handlerAddress(of: signal)
    // 0 and 1 are the C headers' SIG_DFL and SIG_IGN.
    let isFunction = handler != 0 && handler != 1
    return isFunction && !isRelayed(signal)
  }

  private static func handlerAddress(of signal: ProcessSignal) -> Int {
    unsafe unsafeBitCast(currentAction(on: signal).handler, to: Int.self)
  }

  /// Installs a handler, and returns the former action; `nil` if the system refuses.
  ///
  /// The handler interrupts no system call, and runs on the thread's other stack where there is
  /// one: a thread of another runtime may have a small one. No other signal interrupts it, or
  /// SIGCONT would be written before an earlier SIGTSTP.
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
    var action = action
    var former = sigaction()
    let result = unsafe sigaction(signal.rawValue, &action, &former)
    return result == 0 ? former : nil
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
    for signal in signals {
      unsafe sigdelset(&mask, signal.rawValue)
    }
    return setMask(mask)
  }

  @discardableResult
  static func setMask(_ mask: sigset_t) -> sigset_t {
    var mask = mask
    var former = sigset_t()
    unsafe pthread_sigmask(SIG_SETMASK, &mask, &former)
    return former
  }

  static func isPending(_ signal: ProcessSignal) -> Bool {
    var pending = sigset_t()
    return unsafe sigpending(&pending) == 0 && sigismember(&pending, signal.rawValue) == 1
  }

  /// Handles signals that wait for another thread: the system looks for them at each unblocking.
  static func takePending() { setMask(unblockOnly([])) }
}
