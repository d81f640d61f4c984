#if os(Linux)
  import Foundation
  import Listeners

  /// Says whether a debugger is attached, before and after it lets its parent trace it. On the main
  /// thread, because the system tells of that one.
  func tracedChild() {
    say("\(DebuggerCheck.isAttached)")
    say(letParentTrace() ? "\(DebuggerCheck.isAttached)" : "refused")
  }

  /// Lets the parent trace this process, as a debugger does. `false` if the system refuses.
  private func letParentTrace() -> Bool {
    // ptrace(2) has variable arguments in C, so that Swift does not import it.
    typealias Trace =
      @convention(c) (Int, pid_t, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int
    guard let symbol = dlsym(nil, "ptrace") else { return false }
    let trace = unsafeBitCast(symbol, to: Trace.self)
    let traceMe = 0
    return trace(traceMe, 0, nil, nil) == 0
  }
#endif
