#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  extension AppLifecycleMediator {
    /// Keeps a UIKit background task running for as long as any hold is open.
    ///
    /// If you write your own app delegate, call this once in
    /// `application(_:didFinishLaunchingWithOptions:)`;
    /// ``/LifecycleBusDelegates/LifecycleAppDelegate`` already does.
    public func useBackgroundTime(of application: UIApplication) {
      backgroundTime = ApplicationBackgroundTime(application)
    }
  }

  @MainActor
  private final class ApplicationBackgroundTime: AppLifecycleBackgroundTime {
    private let application: UIApplication
    private var task = UIBackgroundTaskIdentifier.invalid

    init(_ application: UIApplication) { self.application = application }

    func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
      // UIKit calls the handler on the main thread, and suspends or kills an app that returns from
      // it without having ended the task.
      task = application.beginBackgroundTask(withName: reason) {
        MainActor.assumeIsolated { onExpiration() }
      }

      // The system grants no background time.
      if task == .invalid {
        onExpiration()
      }
    }

    func end() {
      let ended = task
      task = .invalid
      if ended != .invalid {
        application.endBackgroundTask(ended)
      }
    }
  }
#endif
