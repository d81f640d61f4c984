/// Something that wants to know when the app launches, comes forward, goes back and ends.
///
/// Implement the methods you care about; every one has an empty default, and no default calls
/// another.
///
/// ```swift
/// final class ImageCache: AppLifecycleListener {
///   func onAppDidEnterBackground() { purge() }
/// }
/// ```
///
/// All methods are called on the main actor, inside the post: when the system's notification has
/// been delivered, every listener has been called. Keep them short. From inside one you may attach
/// and detach listeners, this one too, and post events; a posted event is relayed after the current
/// one has reached every listener.
///
/// A class, a struct and an enum can all be listeners. A class instance has an identity: it is
/// attached once, and can be detached by naming it.
@MainActor
public protocol AppLifecycleListener {
  /// The app has finished launching.
  func onAppDidFinishLaunching()
  /// The app is about to be shown.
  func onAppWillEnterForeground()
  /// The app is in front and takes input.
  func onAppDidBecomeActive()
  /// The app is about to stop taking input.
  func onAppWillResignActive()
  /// The app is no longer shown.
  func onAppDidEnterBackground()
  /// The app is about to end.
  func onAppWillTerminate()
  /// The system asks for memory back.
  func onAppDidReceiveMemoryWarning()
  /// Midnight, a new time zone, or daylight saving time.
  func onAppSignificantTimeChange()
  /// Protected files are about to become unreadable.
  func onAppProtectedDataWillBecomeUnavailable()
  /// Protected files are readable.
  func onAppProtectedDataDidBecomeAvailable()
  /// The permission to refresh in the background has changed.
  func onAppBackgroundRefreshStatusDidChange()
  /// The user took a screenshot.
  func onAppUserDidTakeScreenshot()
  /// The machine is about to sleep.
  func onAppSystemWillSleep()
  /// The machine woke up.
  func onAppSystemDidWake()
  /// Any event, right after its own method above, with what else is known about it.
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext)
}

extension AppLifecycleListener {
  /// Does nothing.
  public func onAppDidFinishLaunching() {}
  /// Does nothing.
  public func onAppWillEnterForeground() {}
  /// Does nothing.
  public func onAppDidBecomeActive() {}
  /// Does nothing.
  public func onAppWillResignActive() {}
  /// Does nothing.
  public func onAppDidEnterBackground() {}
  /// Does nothing.
  public func onAppWillTerminate() {}
  /// Does nothing.
  public func onAppDidReceiveMemoryWarning() {}
  /// Does nothing.
  public func onAppSignificantTimeChange() {}
  /// Does nothing.
  public func onAppProtectedDataWillBecomeUnavailable() {}
  /// Does nothing.
  public func onAppProtectedDataDidBecomeAvailable() {}
  /// Does nothing.
  public func onAppBackgroundRefreshStatusDidChange() {}
  /// Does nothing.
  public func onAppUserDidTakeScreenshot() {}
  /// Does nothing.
  public func onAppSystemWillSleep() {}
  /// Does nothing.
  public func onAppSystemDidWake() {}
  /// Does nothing.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {}
}
