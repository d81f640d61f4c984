#if canImport(UIKit) && !os(watchOS)
  // UIKit's delegate is in a file of its own; iOS can import WatchKit too.
#elseif canImport(WatchKit)
  public import LifecycleBus
  public import WatchKit

  /// An app delegate that owns a mediator and forwards the requests of WatchKit to its listeners.
  ///
  /// Name this class, or a subclass, in `@WKApplicationDelegateAdaptor`. In an app with push, use
  /// `RemoteNotificationLifecycleAppDelegate` instead.
  @MainActor
  open class LifecycleAppDelegate: NSObject, WKApplicationDelegate {
    /// The mediator to which your listeners are attached.
    public let mediator: AppLifecycleMediator
    /// How long an asynchronous request waits for answers. The default is 25 seconds.
    public var requestDeadline = AppLifecycleMediator.requestDeadline

    /// Makes the delegate and its mediator.
    public override init() {
      mediator = Self.makeMediator()
      super.init()
    }

    /// Makes the mediator, by default with the policy `.balanced`. Override this to attach your
    /// listeners.
    open class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .balanced)
    }

    /// Calls ``AppLaunchHandling`` listeners.
    open func applicationDidFinishLaunching() { mediator.askToHandleLaunch() }

    /// Offers the activity to ``AppUserActivityContinuing`` listeners.
    open func handle(_ userActivity: NSUserActivity) {
      mediator.askToContinue(userActivity)
    }
  }
#endif
