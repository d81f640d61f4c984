import Foundation

/// A value that any thread may read and change, one at a time.
///
/// Proof for @unchecked: `value` is read and written under `lock` only, and what leaves is
/// `Sendable`.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Runs a body that may read and change the value, while no other one does.
  ///
  /// - Parameter body: Must not use the same value by another `withLock`, and not run code of a
  ///   caller, which might.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Runs a body as `withLock` does; does nothing while another one runs.
  ///
  /// Returns nothing, so that a forked child can call it: a generic result may take the runtime's
  /// own locks, whose owner the child does not have.
  package func withLockIfAvailable(_ body: (inout Value) -> Void) {
    guard lock.try() else { return }
    defer { lock.unlock() }
    body(&value)
  }
}
