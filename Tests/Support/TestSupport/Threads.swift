import Dispatch
package import Foundation
package import LifecycleBus

/// Releases a number of threads together: tasks on two cores rarely overlap, and a race then goes
/// unseen.
package final class StartingGate: Sendable {
  private let runners: Int
  private let arrived = DispatchSemaphore(value: 0)
  private let started = DispatchSemaphore(value: 0)

  package init(runners: Int) {
    self.runners = runners
    Thread.detachNewThread { [self] in
      for _ in 0..<runners {
        arrived.wait()
      }
      for _ in 0..<runners {
        started.signal()
      }
    }
  }

  /// Waits until every runner has arrived.
  package func arrive() {
    arrived.signal()
    started.wait()
  }
}

/// Returns once the main actor has done what was handed to it before.
@MainActor
package func nextMainTurn() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}

/// A gate that a test waits for until it is opened, on any thread. Once open it stays open.
package final class Gate: @unchecked Sendable {
  // Proof for @unchecked: both fields are read and written under the lock only.
  private let lock = NSLock()
  private var isUnlocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init() {}

  /// Whether the gate is open.
  package var isOpen: Bool { lock.withLock { isUnlocked } }

  /// Opens the gate for every task that waits or will wait.
  package func open() {
    let woken = lock.withLock {
      defer {
        waiting = []
      }
      isUnlocked = true
      return waiting
    }
    for continuation in woken {
      continuation.resume()
    }
  }

  /// Waits until the gate is open. Cancellation doesn't open it.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = lock.withLock {
        if !isUnlocked {
          waiting.append(continuation)
        }
        return isUnlocked
      }

      if isOpen {
        continuation.resume()
      }
    }
  }
}

/// A number that threads count.
package final class LockedCount: Sendable {
  private let number: Locked<Int>

  package init(_ number: Int) { self.number = Locked(number) }

  package var value: Int { number.withLock { $0 } }

  package func add(_ difference: Int) { number.withLock { $0 += difference } }
}

/// Posts raw notifications from threads of its own, as code without actors does.
package struct RemotePoster: @unchecked Sendable {
  // Proof for @unchecked: NotificationCenter is documented as thread-safe, though not declared
  // Sendable everywhere, and of the scene only the identity is used.
  private let center: NotificationCenter
  private let vocabulary: AppLifecycleVocabulary
  private let scene: NSObject?

  package init(
    _ center: NotificationCenter, vocabulary: AppLifecycleVocabulary = .current,
    scene: NSObject? = nil
  ) {
    self.center = center
    self.vocabulary = vocabulary
    self.scene = scene
  }

  package func post(
    _ name: Notification.Name, object: AnyObject? = nil, userInfo: [AnyHashable: Any]? = nil
  ) {
    center.post(name: name, object: object, userInfo: userInfo)
  }

  /// Posts on the calling thread.
  package func postHere(_ event: AppLifecycleEvent, userInfo: [AnyHashable: Any]? = nil) {
    guard let name = vocabulary.name(for: event) else { return }
    post(name, userInfo: userInfo)
  }

  /// Posts an event of the scene on the calling thread.
  package func postHere(scene event: AppSceneEvent) {
    post(event.notificationName, object: scene)
  }

  /// Posts on a new thread and returns when that has been done. Blocks the caller, the main actor
  /// too.
  package func postElsewhere(_ events: [AppLifecycleEvent]) {
    onThread { poster in
      for event in events {
        poster.postHere(event)
      }
    }
  }

  /// Does this on a new thread and returns when it has been done. Blocks the caller, too.
  package func onThread(_ posts: @escaping @Sendable (RemotePoster) -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      posts(self)
      done.signal()
    }
    done.wait()
  }
}
