#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
  public import LifecycleBus

  #if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// The superclass of the platform's app delegates.
    public typealias LifecycleAppDelegateSuperclass = UIResponder
  #else
    #if canImport(AppKit)
      public import AppKit
    #else
      public import WatchKit
    #endif

    /// The superclass of the platform's app delegates.
    public typealias LifecycleAppDelegateSuperclass = NSObject
  #endif

  /// What the app delegates of all platforms have in common: each owns a mediator.
  ///
  /// Derive your delegate from ``LifecycleAppDelegate`` instead.
  @MainActor
  open class LifecycleAppDelegateBase: LifecycleAppDelegateSuperclass {
    /// Relays the events, and asks the listeners.
    public let mediator: AppLifecycleMediator
    /// How long asynchronous requests wait, and on a Mac how long Quit waits for the holds. The
    /// default is 25 seconds.
    public var requestDeadline = AppLifecycleMediator.requestDeadline
    /// The delegate made last, whose mediator `LifecycleSceneDelegate` uses.
    private(set) static weak var latest: LifecycleAppDelegateBase?

    /// Makes the delegate with the mediator of ``makeMediator()``.
    public override init() {
      mediator = Self.makeMediator()
      super.init()
      LifecycleAppDelegateBase.latest = self
    }

    /// Makes the delegate with an existing mediator, which it keeps.
    public init(mediator: AppLifecycleMediator) {
      self.mediator = mediator
      super.init()
      LifecycleAppDelegateBase.latest = self
    }

    /// Makes the mediator, with the policy `.lifecycle` and no listener. Override it to attach
    /// listeners.
    open class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .lifecycle)
    }
  }

  extension AppUserActivity {
    /// The portable equivalent of an `NSUserActivity`, with the scene that it is meant for.
    public init(_ activity: NSUserActivity, in scene: AnyObject? = nil) {
      self.init(activityType: activity.activityType)
      self.scene = scene.map(AppSceneID.init)
      title = activity.title
      webpageURL = activity.webpageURL
      userInfo = activity.userInfo
      systemActivity = activity
    }
  }
#endif
