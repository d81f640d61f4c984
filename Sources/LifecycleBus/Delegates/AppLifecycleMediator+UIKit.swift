#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  extension AppLifecycleMediator {
    /// Takes the application's present state as the initial state of a mediator that is made after
    /// the launch.
    ///
    /// ```swift
    /// mediator.assumeState(of: application)
    /// mediator.attach(cache, replay: .state)  // receives the events up to the present state
    /// ```
    ///
    /// The state is read once, by this call. A mediator that has received a life-cycle event or was
    /// given an initial state keeps its state. A first notification that contradicts the state read
    /// here takes precedence.
    ///
    /// In apps with scenes `applicationState` is `.background` until the launch is over. It is taken
    /// as background only if a scene is in the background too, and else as launched.
    ///
    /// - Parameter application: The application that is running.
    /// - Returns: Whether the mediator took the state.
    @discardableResult
    public func assumeState(of application: UIApplication) -> Bool {
      assume(application.lifecycleReading.state)
    }
  }

  extension UIApplication {
    var lifecycleReading: ApplicationReading {
      let claim: ApplicationReading.Claim =
        switch applicationState {
        case .active: .active
        case .inactive: .inactive
        case .background: .background
        @unknown default: .inactive
        }
      return ApplicationReading(
        claim: claim,
        hasBackgroundScene: connectedScenes.contains { $0.activationState == .background })
    }
  }
#endif
