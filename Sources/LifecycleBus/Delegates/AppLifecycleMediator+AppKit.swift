#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  public import LifecycleBus

  extension AppLifecycleMediator {
    /// Takes the application's present state as the initial state of a mediator that is made after
    /// the launch.
    ///
    /// A hidden application counts as being in the background, as in
    /// ``/LifecycleBus/AppLifecycleVocabulary/appKit``. The state is read once, by this call. A
    /// mediator that has received a life-cycle event or was given an initial state keeps its state.
    /// A first notification that contradicts the state read here takes precedence.
    ///
    /// - Parameter application: The application that is running.
    /// - Returns: Whether the mediator took the state.
    @discardableResult
    public func assumeState(of application: NSApplication) -> Bool {
      let claim: ApplicationReading.Claim =
        application.isHidden ? .background : application.isActive ? .active : .inactive
      return assume(ApplicationReading(claim: claim).state)
    }
  }
#endif
