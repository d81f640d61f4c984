import Foundation
import LifecycleBus

extension SignalSystem {
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
}
