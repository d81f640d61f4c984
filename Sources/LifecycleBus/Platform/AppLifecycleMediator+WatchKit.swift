#if canImport(WatchKit) && (os(watchOS) || !canImport(UIKit))
  public import WatchKit

  extension AppLifecycleMediator {
    /// Starts from the state that the application is in, for a mediator that is made late.
    ///
    /// The application is read once, now. A mediator that has heard a life-cycle event already, or
    /// was given a state, stays as it is, and a first notification that contradicts the reading
    /// wins.
    ///
    /// - Returns: Whether the reading was taken.
    @discardableResult
    public func assumeState(of application: WKApplication) -> Bool {
      let claim: ApplicationReading.Claim =
        switch application.applicationState {
        case .active: .active
        case .inactive: .inactive
        case .background: .background
        @unknown default: .inactive
        }
      return assume(ApplicationReading(claim: claim).state)
    }
  }
#endif
