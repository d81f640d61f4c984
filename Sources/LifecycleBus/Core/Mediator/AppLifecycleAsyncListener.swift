/// A listener whose methods are `async`: one that connects in `onAppDidFinishLaunching()` and closes
/// in `onAppWillTerminate()`.
///
/// ```swift
/// extension Database: AppLifecycleAsyncListener {
///   func onAppDidFinishLaunching() async { await connect() }
///   func onAppDidEnterBackground() async { await save() }
///   func onAppWillTerminate() async { await close() }
/// }
/// ```
///
/// The post of an event does not wait for these methods, so the first one begins in a later turn of
/// the main actor. The mediator calls the methods of one listener one after the other, in the order
/// of the events, and never two at once: `save()` above begins when `connect()` has returned.
///
/// On the way down (`willResignActive`, `didEnterBackground`, `willTerminate`) each call has a hold
/// with the listener's name. So Ctrl-C, Quit and the background time of the system wait for it, up to
/// their budget. When that runs out, the tasks of the listener's unfinished calls are cancelled. On a
/// phone nothing waits after `willTerminate`, so save in the background there.
///
/// A method that you write without `async` is called in the same way. An event that was posted before
/// you detach the listener still reaches it.
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
  /// The app was allowed or forbidden to refresh in the background.
  func onAppBackgroundRefreshStatusDidChange() async
  /// The user took a screenshot.
  func onAppUserDidTakeScreenshot() async
  /// The machine is about to sleep.
  func onAppSystemWillSleep() async
  /// The machine woke up.
  func onAppSystemDidWake() async
  /// The system now prefers that apps use fewer resources, or no longer does; from iOS 27 on.
  func onAppSystemPrefersReducedResourceUsageDidChange() async
  /// Any event, right after the event's own method.
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) async
}

extension AppLifecycleAsyncListener {
  /// Starts a task that calls the event's own method and then `onAppEvent`.
  ///
  /// This is for code that calls listeners by hand. A mediator does more: see
  /// ``AppLifecycleAsyncListener``.
  public func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    AsyncTurns().take(context, for: self, named: "", holds: nil)
  }

  /// Delivers an event to this listener alone, to test it, and waits until its methods have
  /// returned: `await database.receive(.didEnterBackground)`.
  public func receive(_ event: AppLifecycleEvent) async {
    await perform(AppLifecycleContext(event: event))
  }

  fileprivate func perform(_ context: AppLifecycleContext) async {
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

/// The calls of one attached listener that have not returned, in order.
@MainActor
final class AsyncTurns {
  private var tasks: [Task<Void, Never>] = []

  /// The task keeps the listener.
  func take(
    _ context: AppLifecycleContext, for listener: any AppLifecycleListener, named name: String,
    holds: HoldCoordinator?
  ) {
    guard let listener = listener as? any AppLifecycleAsyncListener else { return }
    let isGoingDown = context.event.direction == .down
    let hold = isGoingDown ? holds?.hold(name) { self.cancel() } : nil
    let earlier = tasks.last
    let task = Task {
      await earlier?.value
      await listener.perform(context)
      tasks.removeFirst()
      hold?.release()
    }
    tasks.append(task)
  }

  /// The earlier ones too, because the last one waits for them.
  private func cancel() {
    for task in tasks { task.cancel() }
  }
}
