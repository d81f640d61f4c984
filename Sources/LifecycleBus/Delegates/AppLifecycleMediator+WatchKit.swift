#if canImport(WatchKit) && (os(watchOS) || !canImport(UIKit))
  public import LifecycleBus
  public import WatchKit

  extension AppLifecycleMediator {
    /// Takes the application's present state as the initial state of a mediator that is made after
    /// the launch.
    ///
    /// The state is read once, by this call. A mediator that has received a life-cycle event or was
    /// given an initial state keeps its state. A first notification that contradicts the state read
    /// here takes precedence.
    ///
    /// - Parameter application: The application that is running.
    /// - Returns: Whether the mediator took the state.
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
