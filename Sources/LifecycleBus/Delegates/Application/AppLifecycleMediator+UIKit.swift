#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  extension AppLifecycleMediator {
    /// Sets the mediator's state to the application's current state.
    ///
    /// Call this if you make the mediator after the launch, when it has missed the earlier events:
    ///
    /// ```swift
    /// func attach(_ cache: ImageCache, in application: UIApplication) {
    ///   mediator.assumeState(of: application)
    ///   mediator.attach(cache, replay: .state)  // up to the current state
    /// }
    /// ```
    ///
    /// If the mediator already knows its state, this changes nothing and returns false.
    ///
    /// In an app with scenes, UIKit reports `.background` until the launch has finished. The
    /// mediator adopts `.background` only if a scene is in the background too. Otherwise it adopts
    /// `.inactive`.
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
