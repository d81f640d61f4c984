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
  /// Derive your delegate from ``LifecycleAppDelegate``, not from this class.
  @MainActor
  open class LifecycleAppDelegateBase: LifecycleAppDelegateSuperclass {
    /// Relays the events and asks the listeners that adopt a request.
    public let mediator: AppLifecycleMediator
    /// How long the system's asynchronous requests wait, to the app and to its scenes; and on a Mac how
    /// long Quit waits for the holds. 25 seconds by default.
    public var requestDeadline = AppLifecycleMediator.requestDeadline
    /// The delegate made last, whose mediator `LifecycleSceneDelegate` uses.
    private(set) static weak var latest: LifecycleAppDelegateBase?

    /// Makes the delegate with the mediator of ``makeMediator()``, as the system and SwiftUI do.
    public override init() {
      mediator = Self.makeMediator()
      super.init()
      LifecycleAppDelegateBase.latest = self
    }

    /// Makes the delegate with an existing mediator.
    ///
    /// - Parameter mediator: The mediator that the requests go to.
    public init(mediator: AppLifecycleMediator) {
      self.mediator = mediator
      super.init()
      LifecycleAppDelegateBase.latest = self
    }

    /// Makes the mediator. Override it to attach listeners. The default has the policy `.lifecycle`
    /// and no listener.
    ///
    /// - Returns: The mediator, which the delegate keeps.
    open class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .lifecycle)
    }
  }

  extension AppUserActivity {
    /// The portable equivalent of an `NSUserActivity`.
    ///
    /// - Parameters:
    ///   - activity: The activity, as the system passes it.
    ///   - scene: The object of the scene that it is meant for.
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
