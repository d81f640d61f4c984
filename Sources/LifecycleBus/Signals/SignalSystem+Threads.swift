import Foundation
import LifecycleBus

extension SignalSystem {
  /// Starts a thread that blocks all signals. Returns 0 or the error number.
  static func startThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
    // A thread inherits the mask of the one that makes it.
    let former = unblockOnly([])
    defer {
      setMask(former)
    }

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
        pthread_detach(pthread_self())
        unsafe SignalSystem.runBody(of: $0)
        return nil
      }, context.toOpaque())

    if failure != 0 {
      unsafe context.release()
    }
    return failure
  }

  /// The context is optional off Apple platforms only.
  private static func runBody(of context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }

    let body = unsafe Unmanaged<Locked<@Sendable () -> Void>>.fromOpaque(context)
    unsafe body.takeRetainedValue().withLock { $0 }()
  }

  /// Waits for 100 ms at most from the thread's begin, which a busy machine puts off.
  static func attempt(_ body: @escaping @Sendable () -> Void) {
    let hasBegun = DispatchSemaphore(value: 0)
    let isDone = DispatchSemaphore(value: 0)
    let failure = startThread {
      hasBegun.signal()
      body()
      isDone.signal()
    }
    guard failure == 0 else { return }

    _ = hasBegun.wait(timeout: .now() + .seconds(2))
    _ = isDone.wait(timeout: .now() + .milliseconds(100))
  }
}
