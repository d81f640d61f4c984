#if canImport(UIKit) || canImport(WatchKit)
  import Dispatch
  import Foundation

  @MainActor
  package final class ExpiringActivityBackgroundTime: AppLifecycleBackgroundTime {
    private let shared: ExpiringActivity

    /// Shares an activity with other mediators, since each activity occupies a thread.
    package init(sharing activity: ExpiringActivity = .shared) { shared = activity }

    package func begin(
      _ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void
    ) {
      shared.add(self, reason, onExpiration)
    }

    package func end() { shared.remove(self) }
  }

  @MainActor
  package final class ExpiringActivity {
    package static let shared = ExpiringActivity()

    private struct User {
      let time: ExpiringActivityBackgroundTime
      let onExpiration: @MainActor @Sendable () -> Void
    }

    /// Each semaphore may be signalled more often than somebody waits for it.
    private final class Semaphores: Sendable {
      let ended = DispatchSemaphore(value: 0)
      let notified = DispatchSemaphore(value: 0)
    }

    private var users: [User] = []
    private var running: Semaphores?

    package init() {}

    fileprivate func add(
      _ time: ExpiringActivityBackgroundTime, _ reason: String,
      _ onExpiration: @escaping @MainActor @Sendable () -> Void
    ) {
      users.append(User(time: time, onExpiration: onExpiration))
      if running == nil {
        start(reason)
      }
    }

    fileprivate func remove(_ time: ExpiringActivityBackgroundTime) {
      users.removeAll { $0.time === time }
      if users.isEmpty {
        running?.ended.signal()
        running = nil
      }
    }

    private func start(_ reason: String) {
      let semaphores = Semaphores()
      running = semaphores

      // Foundation raises an exception for an empty reason, and `hold("")` may pass one.
      let named = reason.isEmpty ? "LifecycleBus" : reason
      ProcessInfo.processInfo.performExpiringActivity(withReason: named) { isExpired in
        // The system grants time until the first call of this block returns. When the time runs
        // out, it calls the block a second time, concurrently. When it grants no time, the only call
        // is the one that says "expired".
        guard isExpired else {
          semaphores.ended.wait()
          return
        }

        DispatchQueue.main.async {
          self.expire(semaphores)
          semaphores.ended.signal()
          semaphores.notified.signal()
        }

        // The process may be suspended when this call returns. It waits for the main actor first, so
        // that the holds expire before that.
        _ = semaphores.notified.wait(timeout: .now() + .seconds(1))
      }
    }

    private func expire(_ semaphores: Semaphores) {
      guard running === semaphores else { return }

      let expired = users
      users = []
      running = nil
      for user in expired {
        user.onExpiration()
      }
    }
  }
#endif
