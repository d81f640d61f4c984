#if canImport(UIKit) && !os(watchOS)
  // UIKit's application is in a file of its own; iOS can import WatchKit too.
#elseif canImport(WatchKit)
  public import LifecycleBus
  public import WatchKit

  extension AppLifecycleMediator {
    /// Sets the mediator's state to the application's current state. Call this if you make the
    /// mediator after the launch.
    ///
    /// If the mediator already knows its state, this changes nothing and returns false.
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
