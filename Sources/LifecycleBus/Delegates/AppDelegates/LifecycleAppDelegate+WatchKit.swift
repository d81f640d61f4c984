#if canImport(UIKit) && !os(watchOS)
  // UIKit's delegate is in a file of its own; iOS can import WatchKit too.
#elseif canImport(WatchKit)
  public import LifecycleBus
  public import WatchKit

  /// An app delegate that owns a mediator and forwards the requests of WatchKit to its listeners.
  ///
  /// Name it, or a subclass, in `@WKApplicationDelegateAdaptor`.
  @MainActor
  open class LifecycleAppDelegate: NSObject, WKApplicationDelegate {
    /// Relays the events, and asks the listeners.
    public let mediator: AppLifecycleMediator
    /// How long asynchronous requests wait: 25 seconds by default.
    public var requestDeadline = AppLifecycleMediator.requestDeadline

    /// Makes the delegate and its mediator.
    public override init() {
      mediator = Self.makeMediator()
      super.init()
    }

    /// Makes the mediator, with the policy `.balanced`. Override it to attach listeners.
    open class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .balanced)
    }

    /// Asks ``AppLaunchHandling`` listeners.
    open func applicationDidFinishLaunching() { mediator.askToHandleLaunch() }

    /// Asks ``AppUserActivityContinuing`` listeners.
    open func handle(_ userActivity: NSUserActivity) {
      mediator.askToContinue(userActivity)
    }
  }
#endif
