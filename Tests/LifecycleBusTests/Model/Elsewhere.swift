import Foundation
import LifecycleBus
import TestSupport

/// Another thread, on which code runs while the caller waits, or meanwhile.
enum Elsewhere {
  private static let queue: DispatchQueue = {
    let queue = DispatchQueue(label: "elsewhere")
    queue.setSpecific(key: key, value: true)
    return queue
  }()
  private static let key = DispatchSpecificKey<Bool>()

  /// Whether the caller is on that thread.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  static func post(
    _ event: AppLifecycleEvent, on center: NotificationCenter, payload: Held<Parting>?
  ) {
    let poster = RemotePoster(center)
    run {
      let object = payload?.object
      payload?.object = nil
      poster.postHere(event, userInfo: object.map { ["payload": $0] })
    }
  }

  static func post(_ event: AppSceneEvent, scene: RealScene, on center: NotificationCenter) {
    let center = SharedCenter(center: center)
    run { center.center.post(name: event.notificationName, object: scene) }
  }

  static func run(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    queue.async {
      body()
      isDone.signal()
    }
    isDone.wait()
  }

  /// Releases an object while the caller goes on; with a count of -1, before.
  static func release<Object>(_ held: Held<Object>, after count: Int) {
    queue.async {
      for _ in 0..<max(0, count) { _ = isCurrent }
      held.object = nil
    }
    if count < 0 { run {} }
  }

  private struct SharedCenter: @unchecked Sendable {
    // Proof for @unchecked: NotificationCenter is documented as thread-safe, though not declared
    // Sendable everywhere.
    let center: NotificationCenter
  }
}
