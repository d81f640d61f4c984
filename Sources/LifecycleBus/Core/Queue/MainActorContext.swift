import Foundation

/// Tells whether the caller is on the main actor, which Linux may run on a worker thread.
package enum MainActorContext {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// The thread counts too: inside another queue's `sync` the key has no value.
  package static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) != nil || Thread.isMainThread
  }

  /// Returns false if the caller isn't on the main actor. `MainActor.assumeIsolated` would trap
  /// inside another queue's `sync`.
  package static func runIfCurrent(_ work: @MainActor () -> Void) -> Bool {
    guard isCurrent else { return false }

    withoutActuallyEscaping(work) { work in
      // Proof: the two types differ in isolation only, and the caller is on the main actor.
      unsafe unsafeBitCast(work, to: (() -> Void).self)()
    }
    return true
  }

  /// In the order of the calls.
  package static func later(_ work: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { work() }
  }
}
