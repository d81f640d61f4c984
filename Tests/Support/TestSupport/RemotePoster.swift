package import Foundation
package import LifecycleBus

/// Posts raw notifications from threads of its own, as code without actors does.
package struct RemotePoster: @unchecked Sendable {
  // Proof for @unchecked: NotificationCenter is documented as thread-safe, though not declared
  // Sendable everywhere.
  private let center: NotificationCenter

  package init(_ center: NotificationCenter) { self.center = center }

  /// Posts on the calling thread.
  package func postHere(_ event: AppLifecycleEvent, userInfo: [AnyHashable: Any]? = nil) {
    guard let name = AppLifecycleVocabulary.current.name(for: event) else { return }
    center.post(name: name, object: nil, userInfo: userInfo)
  }

  /// Posts on a new thread and returns when that has been done. Blocks the caller, the main actor
  /// too.
  package func postElsewhere(_ events: AppLifecycleEvent...) {
    let posted = DispatchSemaphore(value: 0)
    Thread {
      for event in events { postHere(event) }
      posted.signal()
    }.start()
    posted.wait()
  }

  /// Posts on a new thread with an object that has no other owner afterwards, and then signals.
  package func post(
    _ event: AppLifecycleEvent, carrying object: sending AnyObject, then posted: DispatchSemaphore
  ) {
    let cargo = Cargo(object)
    Thread {
      postHere(event, userInfo: ["object": cargo.unload() as Any])
      posted.signal()
    }.start()
  }

  private final class Cargo: @unchecked Sendable {
    // Proof for @unchecked: written before the thread starts, and from then on read by that thread
    // only.
    private var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
    func unload() -> AnyObject? {
      defer { object = nil }
      return object
    }
  }
}
