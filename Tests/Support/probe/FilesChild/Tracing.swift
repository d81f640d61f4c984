#if os(Linux)
  import Foundation

  /// Lets the parent trace this process, as a debugger does. `false` if the system refuses.
  func letParentTrace() -> Bool {
    // ptrace(2) has variable arguments in C, so that Swift does not import it.
    typealias Trace =
      @convention(c) (Int, pid_t, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int
    guard let symbol = dlsym(nil, "ptrace") else { return false }
    let trace = unsafeBitCast(symbol, to: Trace.self)
    let traceMe = 0
    return trace(traceMe, 0, nil, nil) == 0
  }
#endif
