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
}
