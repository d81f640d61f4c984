#if canImport(UIKit) || canImport(WatchKit)
  import Dispatch
  import Foundation

  /// Background time from `ProcessInfo.performExpiringActivity`, for apps and app extensions.
  ///
  /// ```swift
  /// mediator.backgroundTime = ExpiringActivityBackgroundTime()
  /// ```
  @MainActor
  public final class ExpiringActivityBackgroundTime: AppLifecycleBackgroundTime {
    private var activity: Activity?

    /// Makes a source of background time.
    public init() {}

    /// Begins an expiring activity, which occupies a background thread until it ends.
    ///
    /// `onExpiration` is called on the main actor when the time is over, or if there is none.
    public func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
      let activity = Activity()
      self.activity = activity
      // Foundation raises an exception for an empty reason, and `hold("")` may pass one.
      let named = reason.isEmpty ? "LifecycleBus" : reason
      ProcessInfo.processInfo.performExpiringActivity(withReason: named) { isExpired in
        // The system grants time until the first call of this block returns. When the time runs
        // out, it calls the block a second time, concurrently. When it grants no time, the only call
        // is the one that says "expired".
        guard isExpired else { return activity.ended.wait() }
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

    /// Ends the activity.
    public func end() {
      activity?.ended.signal()
      activity = nil
    }

    /// Each semaphore may be signalled once more than it is waited for.
    private final class Activity: Sendable {
      let ended = DispatchSemaphore(value: 0)
      let notified = DispatchSemaphore(value: 0)
    }
  }
#endif
