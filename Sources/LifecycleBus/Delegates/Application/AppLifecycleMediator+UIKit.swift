#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  extension AppLifecycleMediator {
    /// Takes the application's state as the first one, for a mediator that is made after the launch.
    ///
    /// ```swift
    /// func attach(_ cache: ImageCache, in application: UIApplication) {
    ///   mediator.assumeState(of: application)
    ///   mediator.attach(cache, replay: .state)  // up to the current state
    /// }
    /// ```
    ///
    /// False if the mediator knows its state already. With scenes, UIKit reports `.background` until
    /// the launch has finished. That counts only if a scene is in the background too.
    @discardableResult
    public func assumeState(of application: UIApplication) -> Bool {
      assume(application.lifecycleState)
    }
  }

  extension UIApplication {
    fileprivate var lifecycleState: AppLifecycleState {
      switch applicationState {
      case .active: .active
      case .background where hasSceneInBackground: .background
      default: .inactive
      }
    }

    private var hasSceneInBackground: Bool {
      connectedScenes.contains { $0.activationState == .background }
    }
  }

  extension AppSceneContext {
    /// The scene; `nil` for the object of a test.
    public var uiScene: UIScene? { scene as? UIScene }
  }
#endif
