#if canImport(UIKit) && !os(watchOS)
  // UIKit's application is in a file of its own; iOS can import WatchKit too.
#elseif canImport(WatchKit)
  public import LifecycleBus
  public import WatchKit

  extension AppLifecycleMediator {
    /// Takes the application's state as the first one, for a mediator that is made after the launch.
    /// False if the mediator knows its state already.
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
