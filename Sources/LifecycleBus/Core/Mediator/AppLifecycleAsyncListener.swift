/// A listener whose methods are `async`, and are waited for on the way down.
///
/// After a plain listener's method has returned, the system may suspend the app, and a task that
/// the method started is cut off. Here you just write what there is to do:
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
/// A post doesn't wait for the methods: the first one begins in a later turn of the main actor, also
/// if the listener is detached after the post. A method has to end by itself, because the next one
/// waits for it.
///
/// From `willResignActive` on, each call that hasn't returned has a hold with the listener's name,
/// and Ctrl-C, Quit and the system's background time wait for it. When the time runs out, all of
/// them are cancelled. Those that haven't begun are called with a cancelled task. On a phone nothing
/// waits after `willTerminate`, so save in the background. See <doc:Holds>.
@MainActor
public protocol AppLifecycleAsyncListener: AppLifecycleListener {
  // The methods of AppLifecycleListener, which may suspend here.

  func onAppDidFinishLaunching() async
  func onAppWillEnterForeground() async
  func onAppDidBecomeActive() async
  func onAppWillResignActive() async
  func onAppDidEnterBackground() async
  func onAppWillTerminate() async
  func onAppDidReceiveMemoryWarning() async
  func onAppSignificantTimeChange() async
  func onAppProtectedDataWillBecomeUnavailable() async
  func onAppProtectedDataDidBecomeAvailable() async
  func onAppBackgroundRefreshStatusDidChange() async
  func onAppUserDidTakeScreenshot() async
  func onAppSystemWillSleep() async
  func onAppSystemDidWake() async
  func onAppSystemPrefersReducedResourceUsageDidChange() async
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) async
}

extension AppLifecycleAsyncListener {
  /// Lines up a call of the event's methods, which begins in a later turn of the main actor.
  ///
  /// Inside a mediator's event the call has the mediator's order and holds. Otherwise it only waits
  /// for this listener's earlier calls.
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
