#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// Time in the background from a `UIApplication` that is handed over: a background task while any
  /// hold is open.
  ///
  /// ```swift
  /// mediator.backgroundTime = ApplicationBackgroundTime(application)  // in didFinishLaunchingWithOptions
  /// ```
  ///
  /// Not for app extensions, which have no application object; use
  /// ``ExpiringActivityBackgroundTime`` there.
  @MainActor
  public final class ApplicationBackgroundTime: AppLifecycleBackgroundTime {
    private let application: UIApplication
    private var task = UIBackgroundTaskIdentifier.invalid

    /// Asks this application, and keeps it.
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
      // The system has no time to give.
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
