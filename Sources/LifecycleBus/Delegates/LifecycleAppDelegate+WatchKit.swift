#if canImport(WatchKit) && (os(watchOS) || !canImport(UIKit))
  import LifecycleBus
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
  open class LifecycleAppDelegate: LifecycleAppDelegateBase, WKApplicationDelegate {
    /// Asks ``AppLaunchHandling`` listeners.
    open func applicationDidFinishLaunching() { mediator.askToHandleLaunch() }

    /// Asks ``AppUserActivityContinuing`` listeners.
    open func handle(_ userActivity: NSUserActivity) {
      mediator.askToContinue(AppUserActivity(userActivity))
    }
  }
#endif
