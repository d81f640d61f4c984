#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit

  extension AppLifecycleMediator {
    /// Starts from the state that the application is in, for a mediator that is made late.
    ///
    /// Hidden counts as background, as in ``AppLifecycleVocabulary/appKit``. The application is
    /// read once, now. A mediator that has heard a life-cycle event already, or was given a state,
    /// stays as it is, and a first notification that contradicts the reading wins.
    ///
    /// - Returns: Whether the reading was taken.
    @discardableResult
    public func assumeState(of application: NSApplication) -> Bool {
      let claim: ApplicationReading.Claim =
        application.isHidden ? .background : application.isActive ? .active : .inactive
      return assume(ApplicationReading(claim: claim).state)
    }
  }
#endif
