package import Dispatch

extension DispatchSemaphore {
  /// Blocks the calling thread until the semaphore is signalled, also in an `async` function.
  ///
  /// Apple's declarations forbid `wait()` there (`noasync`), because a blocked thread serves no other
  /// task; Linux's do not. A test that needs a busy main actor, or that may block a thread, says so
  /// with this.
  package func block() { wait() }
}
