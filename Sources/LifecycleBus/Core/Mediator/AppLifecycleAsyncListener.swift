/// A listener whose methods are `async`, for work that has to be finished before the app is
/// suspended or ends.
///
/// As soon as a plain listener's method returns, the system may suspend the app and cut off a task
/// that the method has started. With an `async` listener, the app keeps running until the methods
/// have returned:
///
/// ```swift
/// extension Database: AppLifecycleAsyncListener {
///   func onAppDidFinishLaunching() async { await connect() }
///   func onAppDidEnterBackground() async { await save() }
///   func onAppWillTerminate() async { await close() }
/// }
/// ```
///
/// - **Order:** The methods of one listener never overlap. `save()` begins when `connect()` has
///   returned, even if the user leaves the app in between. With the policy
///   ``AppLifecycleMediator/Policy/mirrored``, the listeners of a mediator also wait for each
///   other, and the first one to open is the last one to close. See <doc:OrderAndThreads>.
/// - **Start:** Posting an event doesn't wait for the methods. They begin in a later turn of the
///   main actor, even if the listener has been detached after the post.
/// - **End:** From `willResignActive` on, the mediator takes a hold, with the listener's name, for
///   each call that hasn't returned. Ctrl-C, Quit and the suspension of the app wait for these
///   holds. When the time runs out, all calls are cancelled. A call that hasn't begun by then still
///   begins, but its task is already cancelled. See <doc:Holds>.
///
/// Make sure that each method returns, since the next one waits for it. On a phone nothing waits
/// after `willTerminate`, so save in `onAppDidEnterBackground()` instead.
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
  /// Starts the listener's `async` methods for an event, and returns without waiting for them.
  ///
  /// A mediator calls this for you. If you call it yourself, the app may be suspended before the
  /// methods have returned, and they don't wait for other listeners.
  public func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    AsyncCalls.shared.add(self, context, from: Delivery.current)
  }

  /// Delivers an event to this listener alone, for a test. Returns when the event's methods have
  /// returned.
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
