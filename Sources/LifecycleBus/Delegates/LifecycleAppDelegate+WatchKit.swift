#if canImport(WatchKit) && (os(watchOS) || !canImport(UIKit))
  public import LifecycleBus
  public import WatchKit

  /// An app delegate that owns a mediator and forwards the requests of WatchKit to its listeners.
  ///
  /// ```swift
  /// @main
  /// struct WatchApp: App {
  ///   @WKApplicationDelegateAdaptor(LifecycleAppDelegate.self) private var delegate
  ///   var body: some Scene { WindowGroup { ContentView() } }
  /// }
  /// ```
  @MainActor
  open class LifecycleAppDelegate: NSObject, WKApplicationDelegate {
    /// Relays the events and asks the listeners that adopt a request.
    public let mediator: AppLifecycleMediator

    /// Makes the delegate with the mediator of ``makeMediator()``, as WatchKit and SwiftUI do.
    public override init() {
      mediator = Self.makeMediator()
      super.init()
    }

    /// Makes the delegate with an existing mediator.
    ///
    /// - Parameter mediator: The mediator that the requests go to.
    public init(mediator: AppLifecycleMediator) {
      self.mediator = mediator
      super.init()
    }

    /// Makes the delegate with a mediator for these listeners, in this order, with the policy
    /// `.lifecycle`.
    ///
    /// - Parameter listeners: Attached in this order, and kept.
    public convenience init(listeners: [any AppLifecycleListener]) {
      self.init(mediator: AppLifecycleMediator(listeners: listeners, policy: .lifecycle))
    }

    /// Makes the mediator. Override it to attach listeners. The default has the policy `.lifecycle`
    /// and no listener.
    ///
    /// - Returns: The mediator, which the delegate keeps.
    open class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .lifecycle)
    }

    /// Asks ``AppUserActivityContinuing`` listeners.
    ///
    /// - Parameter userActivity: The activity that the user goes on with.
    open func handle(_ userActivity: NSUserActivity) {
      mediator.askToContinue(AppUserActivity(userActivity))
    }
  }
#endif
