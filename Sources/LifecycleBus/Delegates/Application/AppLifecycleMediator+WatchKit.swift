#if canImport(WatchKit) && (os(watchOS) || !canImport(UIKit))
  public import LifecycleBus
  public import WatchKit

  extension AppLifecycleMediator {
    /// Takes the application's state as the first one, for a mediator that is made after the launch.
    /// False if the mediator knows its state already.
    @discardableResult
    public func assumeState(of application: WKApplication) -> Bool {
      switch application.applicationState {
      case .active: assume(.active)
      case .background: assume(.background)
      default: assume(.inactive)
      }
    }
  }
#endif
