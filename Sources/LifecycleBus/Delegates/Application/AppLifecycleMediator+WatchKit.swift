#if canImport(UIKit) && !os(watchOS)
  // UIKit's application is in a file of its own; iOS can import WatchKit too.
#elseif canImport(WatchKit)
  public import LifecycleBus
  public import WatchKit

  extension AppLifecycleMediator {
    /// Takes over the application's current state, for a mediator that you make after the launch.
    ///
    /// If the mediator already knows its state, nothing changes and this returns false.
    @discardableResult
    public func assumeState(of application: WKApplication) -> Bool {
      assume(application.lifecycleState)
    }
  }

  extension WKApplication {
    fileprivate var lifecycleState: AppLifecycleState {
      switch applicationState {
      case .active: .active
      case .background: .background
      default: .inactive
      }
    }
  }
#endif
