#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  extension AppLifecycleMediator {
    /// Takes over the application's current state, for a mediator that you make after the launch.
    ///
    /// ```swift
    /// func attach(_ cache: ImageCache, in application: UIApplication) {
    ///   mediator.assumeState(of: application)
    ///   mediator.attach(cache, replay: .state)  // up to the current state
    /// }
    /// ```
    ///
    /// If the mediator already knows its state, nothing changes and this returns false.
    ///
    /// With scenes, UIKit reports `.background` until the launch has finished. The mediator takes
    /// that over only if a scene is in the background too. Otherwise its state becomes `.inactive`.
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
    /// The scene as a `UIScene`; `nil` if a test has posted another object.
    public var uiScene: UIScene? { scene as? UIScene }
  }
#endif
