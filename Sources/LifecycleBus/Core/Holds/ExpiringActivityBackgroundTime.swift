#if canImport(UIKit) || canImport(WatchKit)
  import Dispatch
  import Foundation

  /// Background time from `ProcessInfo.performExpiringActivity`, for apps and app extensions.
  @MainActor
  final class ExpiringActivityBackgroundTime: AppLifecycleBackgroundTime {
    private var activity: Activity?

    /// Begins an activity, which occupies a background thread until it ends.
    func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
      let activity = Activity()
      self.activity = activity

      // Foundation raises an exception for an empty reason, and `hold("")` may pass one.
      let named = reason.isEmpty ? "LifecycleBus" : reason
      ProcessInfo.processInfo.performExpiringActivity(withReason: named) { isExpired in
        // The system grants time until the first call of this block returns. When the time runs
        // out, it calls the block a second time, concurrently. When it grants no time, the only call
        // is the one that says "expired".
        guard isExpired else {
          activity.ended.wait()
          return
        }

        DispatchQueue.main.async {
          onExpiration()
          activity.ended.signal()
          activity.notified.signal()
        }

        // The process may be suspended when this call returns. It waits for the main actor first, so
        // that the holds expire before that.
        _ = activity.notified.wait(timeout: .now() + .seconds(1))
      }
    }

    /// Lets the background thread go.
    func end() {
      activity?.ended.signal()
      activity = nil
    }

    /// Each semaphore may be signalled more often than somebody waits for it.
    private final class Activity: Sendable {
      let ended = DispatchSemaphore(value: 0)
      let notified = DispatchSemaphore(value: 0)
    }
  }
#endif
