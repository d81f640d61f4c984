import Foundation

/// Tells whether the caller runs on the main actor, without hopping there and without trapping.
///
/// "On the main actor" is not "on the main thread": off Apple platforms, after the first suspension
/// of an `async` main and after `dispatchMain()`, the main queue is drained by a worker thread. A
/// value kept on the main queue answers rightly there too, and at a tenth of the cost of
/// `Thread.isMainThread`.
enum MainActorCheck {
  #if canImport(Dispatch)
    private static let key: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    /// Whether the caller runs on the main actor.
    ///
    /// The main thread inside another queue's `sync` block counts too: there the main queue is held
    /// by the very call that waits, so nothing else runs on the main actor meanwhile.
    static var isOnMainActor: Bool {
      DispatchQueue.getSpecific(key: key) != nil || Thread.isMainThread
    }

    /// Runs a closure on the main actor, later. Closures arrive in the order in which they were
    /// handed over.
    static func later(_ work: @escaping @MainActor @Sendable () -> Void) {
      DispatchQueue.main.async { work() }
    }
  #else
    // WASI: one thread, and the main actor has it.
    static var isOnMainActor: Bool { true }

    static func later(_ work: @escaping @MainActor @Sendable () -> Void) {
      Task { @MainActor in work() }
    }
  #endif
}
