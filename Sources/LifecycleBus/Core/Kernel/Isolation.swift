import Foundation

/// Finds out whether the caller is on the main actor, which isn't always the main thread: after
/// `dispatchMain()`, and in an `async` main after its first suspension, Linux runs the main actor on
/// a worker thread.
package enum MainActorContext {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// The main queue's value, or the main thread: there the queue has no value inside another
  /// queue's `sync`.
  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) != nil || Thread.isMainThread
  }

  /// Runs a closure if the caller is on the main actor; otherwise returns false.
  ///
  /// `MainActor.assumeIsolated` would stop the program inside another queue's `sync`.
  static func runIfCurrent(_ work: @escaping @MainActor @Sendable () -> Void) -> Bool {
    guard isCurrent else { return false }
    // Proof: the two function types differ in isolation only, and the caller is on the main actor.
    unsafe unsafeBitCast(work, to: (() -> Void).self)()
    return true
  }

  /// Runs a closure on the main actor: at once if the caller is on it, and otherwise later.
  package static func runOrLater(_ work: @escaping @MainActor @Sendable () -> Void) {
    if !runIfCurrent(work) { later(work) }
  }

  /// Closures run in the order in which they were handed over.
  package static func later(_ work: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { work() }
  }
}

/// A value that threads read and change one at a time.
///
// Proof for @unchecked: `value` is read and written under `lock` only, and what leaves is
// `Sendable`.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// The body must not call `withLock` of this value, nor run code of a caller, which might.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Does nothing while another body runs. It returns nothing, so that a forked child can call it:
  /// a generic result may take a lock of the runtime, whose owner the child does not have.
  package func withLockIfAvailable(_ body: (inout Value) -> Void) {
    guard lock.try() else { return }
    defer { lock.unlock() }
    body(&value)
  }
}
