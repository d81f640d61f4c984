/// A listener whose methods are `async`, and are waited for on the way down.
///
/// After a plain listener's method has returned, the system may suspend the app, so a task that the
/// method started may be cut off. Here you just write what there is to do:
///
/// ```swift
/// extension Database: AppLifecycleAsyncListener {
///   func onAppDidFinishLaunching() async { await connect() }
///   func onAppDidEnterBackground() async { await save() }
///   func onAppWillTerminate() async { await close() }
/// }
/// ```
///
/// The methods of one listener never overlap: `save()` begins when `connect()` has returned, even
/// if the user leaves the app in between. With the policy `.mirrored` all listeners of a mediator
/// wait for each other like that, so what opens first closes last. See <doc:OrderAndThreads>.
///
/// A post doesn't wait for the methods, so the first one begins in a later turn of the main actor,
/// and an event that was posted before a detach still arrives. A method has to end by itself,
/// because the next one waits for it.
///
/// From the way down on (`willResignActive`, `didEnterBackground`, `willTerminate`) and in the
/// background, each call that hasn't returned has a hold with the listener's name, so Ctrl-C, Quit
/// and the system's background time wait for it. When the time runs out, all of them are cancelled,
/// and those that haven't begun are called with a cancelled task. On a phone nothing waits after
/// `willTerminate`, so save in the background. See <doc:Holds>.
@MainActor
public protocol AppLifecycleAsyncListener: AppLifecycleListener {
  /// The app has finished launching.
  func onAppDidFinishLaunching() async
  /// The app is about to be shown.
  func onAppWillEnterForeground() async
  /// The app is in the foreground and takes input.
  func onAppDidBecomeActive() async
  /// The app is about to stop taking input.
  func onAppWillResignActive() async
  /// The app is no longer shown.
  func onAppDidEnterBackground() async
  /// The app is about to end.
  func onAppWillTerminate() async
  /// The system asks for memory back.
  func onAppDidReceiveMemoryWarning() async
  /// The day, the time zone or daylight saving time has changed.
  func onAppSignificantTimeChange() async
  /// Protected files are about to become unreadable.
  func onAppProtectedDataWillBecomeUnavailable() async
  /// Protected files are readable again.
  func onAppProtectedDataDidBecomeAvailable() async
  /// The app may now refresh in the background, or no longer.
  func onAppBackgroundRefreshStatusDidChange() async
  /// The user took a screenshot.
  func onAppUserDidTakeScreenshot() async
  /// The machine is about to sleep.
  func onAppSystemWillSleep() async
  /// The machine woke up.
  func onAppSystemDidWake() async
  /// The system's wish for fewer resources has changed, from iOS 27 on.
  func onAppSystemPrefersReducedResourceUsageDidChange() async
  /// Any event, right after the event's own method.
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) async
}

extension AppLifecycleAsyncListener {
  /// Lines up a call of the event's methods, which begins in a later turn of the main actor.
  ///
  /// If a listener that a mediator calls passes an event on to this one, the call has the mediator's
  /// order and holds. Otherwise it only waits for this listener's earlier calls.
  public func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    AsyncCalls.shared.add(self, context, from: Delivery.current)
  }

  /// Delivers an event to this listener alone, for a test, and returns when its methods have.
  public func receive(_ event: AppLifecycleEvent) async {
    await perform(AppLifecycleContext(event: event))
  }

  func perform(_ context: AppLifecycleContext) async {
    switch context.event {
    case .didFinishLaunching: await onAppDidFinishLaunching()
    case .willEnterForeground: await onAppWillEnterForeground()
    case .didBecomeActive: await onAppDidBecomeActive()
    case .willResignActive: await onAppWillResignActive()
    case .didEnterBackground: await onAppDidEnterBackground()
    case .willTerminate: await onAppWillTerminate()
    case .didReceiveMemoryWarning: await onAppDidReceiveMemoryWarning()
    case .significantTimeChange: await onAppSignificantTimeChange()
    case .protectedDataWillBecomeUnavailable: await onAppProtectedDataWillBecomeUnavailable()
    case .protectedDataDidBecomeAvailable: await onAppProtectedDataDidBecomeAvailable()
    case .backgroundRefreshStatusDidChange: await onAppBackgroundRefreshStatusDidChange()
    case .userDidTakeScreenshot: await onAppUserDidTakeScreenshot()
    case .systemWillSleep: await onAppSystemWillSleep()
    case .systemDidWake: await onAppSystemDidWake()
    case .systemPrefersReducedResourceUsageDidChange:
      await onAppSystemPrefersReducedResourceUsageDidChange()
    }
    await onAppEvent(context.event, context: context)
  }
}
