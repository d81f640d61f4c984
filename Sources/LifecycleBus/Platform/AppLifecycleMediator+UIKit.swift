#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  extension AppLifecycleMediator {
    /// Starts from the state that the application is in, for a mediator that is made late.
    ///
    /// ```swift
    /// mediator.assumeState(of: application)
    /// mediator.attach(cache, replay: .state)  // walked to where the app stands
    /// ```
    ///
    /// The application is read once, now. A mediator that has heard a life-cycle event already, or
    /// was given a state, stays as it is, and a first notification that contradicts the reading
    /// wins.
    ///
    /// In apps with scenes the application says "background" all through its launch. Such a reading
    /// counts as background only if a scene says so too, else as launched.
    ///
    /// - Returns: Whether the reading was taken.
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
