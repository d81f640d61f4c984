#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  extension AppLifecycleMediator {
    /// Takes the application's state as the first one, for a mediator that is made after the launch.
    ///
    /// ```swift
    /// func attach(_ cache: ImageCache, in application: UIApplication) {
    ///   mediator.assumeState(of: application)
    ///   mediator.attach(cache, replay: .state)  // hears the events up to the current state
    /// }
    /// ```
    ///
    /// False if the mediator knows its state already. With scenes, UIKit reports `.background` until
    /// the launch has finished, so that counts only if a scene is in the background too.
    @discardableResult
    public func assumeState(of application: UIApplication) -> Bool {
      switch application.applicationState {
      case .active: assume(.active)
      case .background
      where application.connectedScenes.contains { $0.activationState == .background }:
        assume(.background)
      default: assume(.inactive)
      }
    }

    /// Keeps one background task of the application open while any hold is open. For the launch
    /// method of a delegate of your own.
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
      if task == .invalid { onExpiration() }
    }

    func end() {
      let ended = task
      task = .invalid
      if ended != .invalid { application.endBackgroundTask(ended) }
    }
  }

  extension AppSceneContext {
    /// The scene; `nil` for the object of a test.
    public var uiScene: UIScene? { scene as? UIScene }
  }

  extension UIBackgroundFetchResult {
    /// UIKit's value of a fetch result.
    public init(_ result: AppFetchResult) {
      self = Self(rawValue: result.rawValue) ?? .failed
    }
  }
#endif
