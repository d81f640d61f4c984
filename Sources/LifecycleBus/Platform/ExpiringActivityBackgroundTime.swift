#if canImport(UIKit) || canImport(WatchKit)
  import Dispatch
  import Foundation

  /// Time in the background from `ProcessInfo.performExpiringActivity`: plain Foundation, in apps
  /// and app extensions.
  ///
  /// ```swift
  /// mediator.backgroundTime = ExpiringActivityBackgroundTime()
  /// ```
  @MainActor
  public final class ExpiringActivityBackgroundTime: AppLifecycleBackgroundTime {
    private var activity: Activity?

    /// Asks `ProcessInfo.processInfo`.
    public init() {}

    /// Begins an expiring activity. It occupies one thread of a background queue until it ends.
    public func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
      let activity = Activity()
      self.activity = activity
      ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { isExpired in
        // The system gives time for as long as the first call of this block does not return. It
        // calls it again, beside the first, when the time runs out, and instead of the first when
        // there is none.
        guard isExpired else { return activity.ended.wait() }
        DispatchQueue.main.async {
          onExpiration()
          activity.ended.signal()
          activity.told.signal()
        }
        // The process may be suspended when this returns, so the main actor gets a moment first.
        _ = activity.told.wait(timeout: .now() + .seconds(1))
      }
    }

    /// Ends the activity.
    public func end() {
      activity?.ended.signal()
      activity = nil
    }

    /// One stretch of time. Semaphores may be signalled once more than they are waited for.
    private final class Activity: Sendable {
      let ended = DispatchSemaphore(value: 0)
      let told = DispatchSemaphore(value: 0)
    }
  }
#endif
