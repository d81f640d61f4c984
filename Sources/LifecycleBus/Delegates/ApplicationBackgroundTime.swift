#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  /// Background time from a `UIApplication`: one background task, open while any hold is open.
  ///
  /// ```swift
  /// // In application(_:didFinishLaunchingWithOptions:)
  /// mediator.backgroundTime = ApplicationBackgroundTime(application)
  /// ```
  ///
  /// An app extension has no application object; use `ExpiringActivityBackgroundTime` there.
  @MainActor
  public final class ApplicationBackgroundTime: AppLifecycleBackgroundTime {
    private let application: UIApplication
    private var task = UIBackgroundTaskIdentifier.invalid

    /// Makes a source of background time that keeps the application.
    public init(_ application: UIApplication) {
      self.application = application
    }

    /// Begins a background task.
    public func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
      // UIKit calls the handler on the main thread, and suspends or kills an app that returns from
      // it without having ended the task.
      task = application.beginBackgroundTask(withName: reason) {
        MainActor.assumeIsolated { onExpiration() }
      }
      // The system grants no background time.
      if task == .invalid { onExpiration() }
    }

    /// Ends the background task.
    public func end() {
      guard task != .invalid else { return }
      let ended = task
      task = .invalid
      application.endBackgroundTask(ended)
    }
  }
#endif
