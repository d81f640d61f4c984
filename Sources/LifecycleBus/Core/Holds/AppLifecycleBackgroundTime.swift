#if canImport(UIKit) || canImport(WatchKit)
  import Dispatch
  import Foundation
#endif

/// Asks the system for background time while a mediator has open holds.
///
/// Set it as ``AppLifecycleMediator/backgroundTime``. `begin` comes with the first hold, `end`
/// after the last release or when the system's time runs out.
@MainActor
public protocol AppLifecycleBackgroundTime: AnyObject {
  /// Asks the system for time.
  ///
  /// - Parameters:
  ///   - reason: That of the oldest open hold.
  ///   - onExpiration: Call it when the time runs out, or at once if the system gives none. It
  ///     expires the holds and calls ``end()`` before it returns.
  func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void)
  /// Gives the time back.
  func end()
}

/// The system's time behind a mediator's holds.
@MainActor
final class HoldAssertion {
  private(set) var backgroundTime: (any AppLifecycleBackgroundTime)?
  /// The background time that has begun: the app's or the platform's.
  private var held: (any AppLifecycleBackgroundTime)?
  /// Counts the assertions, so that a late expiration of an earlier one changes nothing.
  private var turn = 0

  nonisolated init() {}

  /// Ends what the former one has begun.
  func use(_ backgroundTime: (any AppLifecycleBackgroundTime)?) {
    // Set first, because `end()` of the former one may take a hold, which begins the new one.
    // Released last, because its `deinit` may do so too.
    withExtendedLifetime(self.backgroundTime) {
      self.backgroundTime = backgroundTime
      end()
    }
  }

  func update(
    isNeeded: Bool, reason: () -> String?,
    onExpiration: @escaping @MainActor @Sendable () -> Void
  ) {
    guard isNeeded else { return end() }
    guard held == nil, let next = backgroundTime ?? Self.platform, let reason = reason() else {
      return
    }
    held = next
    turn += 1
    next.begin(reason) { [weak self, turn] in
      guard let self, self.held != nil, self.turn == turn else { return }
      onExpiration()
      // A callback may have ended this assertion and begun another one.
      if self.turn == turn { self.end() }
    }
  }

  private func end() {
    let ended = held
    held = nil
    ended?.end()
  }

  /// `nil` where the system has none.
  private static var platform: (any AppLifecycleBackgroundTime)? {
    #if canImport(UIKit) || canImport(WatchKit)
      ExpiringActivityBackgroundTime()
    #else
      nil
    #endif
  }
}

#if canImport(UIKit) || canImport(WatchKit)

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
