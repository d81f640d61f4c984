/// Receives the events of the app's life cycle: launch, foreground, background and end.
///
/// Implement only the methods that you need, and attach the listener to an
/// ``AppLifecycleMediator``:
///
/// ```swift
/// extension ImageCache: AppLifecycleListener {
///   func onAppDidEnterBackground() { purge() }
/// }
/// ```
///
/// If you write the methods in an extension, as above, the compiler warns you of a misspelled name.
/// It also warns of an `async` method, which would never be called; adopt
/// ``AppLifecycleAsyncListener`` instead.
///
/// All methods are called on the main actor. Keep them short, because the system waits for them.
/// You may attach and detach listeners in them, and post events.
@MainActor
public protocol AppLifecycleListener {
  /// The scene that this listener is for, in an app with several windows.
  ///
  /// The default, `nil`, means all scenes. If you name a scene, the listener receives the events
  /// and requests of that scene and of the whole app, but not those of other scenes.
  ///
  /// ```swift
  /// final class Player: AppSceneListener {
  ///   let answersForScene: AppSceneID?
  ///
  ///   init(of scene: AnyObject) { answersForScene = AppSceneID(scene) }
  ///
  ///   func onAppSceneDidEnterBackground(_ scene: AppSceneContext) { pause() }
  /// }
  /// ```
  var answersForScene: AppSceneID? { get }
  /// The listener was attached to a mediator, directly or inside a group.
  ///
  /// Called once for each attachment, before any event or replay. If you store the mediator, store
  /// it weakly, because it keeps the listener. Events that you post here are delivered after the
  /// replay.
  func onAttach(to mediator: AppLifecycleMediator)
  /// The app has finished launching.
  func onAppDidFinishLaunching()
  /// The app is about to be shown.
  func onAppWillEnterForeground()
  /// The app is in the foreground and takes input.
  func onAppDidBecomeActive()
  /// The app is about to stop taking input, perhaps only for a call.
  func onAppWillResignActive()
  /// The app is no longer shown. Save here.
  func onAppDidEnterBackground()
  /// The app is about to end. A suspended app is killed without this call.
  func onAppWillTerminate()
  /// Memory is running low, and the system asks the app to free some.
  func onAppDidReceiveMemoryWarning()
  /// A new day has begun, or the clock was changed, for example to daylight saving time.
  func onAppSignificantTimeChange()
  /// Protected files are about to become unreadable.
  func onAppProtectedDataWillBecomeUnavailable()
  /// Protected files are readable again.
  func onAppProtectedDataDidBecomeAvailable()
  /// Whether the app may refresh in the background has changed.
  func onAppBackgroundRefreshStatusDidChange()
  /// The user has taken a screenshot.
  func onAppUserDidTakeScreenshot()
  /// The machine is about to sleep.
  func onAppSystemWillSleep()
  /// The machine has woken up.
  func onAppSystemDidWake()
  /// The system wants the app to use fewer resources, or no longer does (from iOS 27 on).
  func onAppSystemPrefersReducedResourceUsageDidChange()
  /// Called for every event, right after the event's own method.
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext)
  /// Receives every event from a mediator or a group, and calls the methods above.
  ///
  /// Implement it only in a listener that passes events on to other listeners.
  func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext)
}

extension AppLifecycleListener {
  /// `nil`, so the listener is for all scenes.
  @inlinable public var answersForScene: AppSceneID? { nil }
  /// Does nothing.
  @inlinable public func onAttach(to mediator: AppLifecycleMediator) {}
  /// Does nothing.
  @inlinable public func onAppDidFinishLaunching() {}
  /// Does nothing.
  @inlinable public func onAppWillEnterForeground() {}
  /// Does nothing.
  @inlinable public func onAppDidBecomeActive() {}
  /// Does nothing.
  @inlinable public func onAppWillResignActive() {}
  /// Does nothing.
  @inlinable public func onAppDidEnterBackground() {}
  /// Does nothing.
  @inlinable public func onAppWillTerminate() {}
  /// Does nothing.
  @inlinable public func onAppDidReceiveMemoryWarning() {}
  /// Does nothing.
  @inlinable public func onAppSignificantTimeChange() {}
  /// Does nothing.
  @inlinable public func onAppProtectedDataWillBecomeUnavailable() {}
  /// Does nothing.
  @inlinable public func onAppProtectedDataDidBecomeAvailable() {}
  /// Does nothing.
  @inlinable public func onAppBackgroundRefreshStatusDidChange() {}
  /// Does nothing.
  @inlinable public func onAppUserDidTakeScreenshot() {}
  /// Does nothing.
  @inlinable public func onAppSystemWillSleep() {}
  /// Does nothing.
  @inlinable public func onAppSystemDidWake() {}
  /// Does nothing.
  @inlinable public func onAppSystemPrefersReducedResourceUsageDidChange() {}
  /// Does nothing.
  @inlinable public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {}
}

extension AppLifecycleListener {
  /// Calls the event's own method, and then ``onAppEvent(_:context:)``.
  @inlinable
  public func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    switch event {
    case .didFinishLaunching: onAppDidFinishLaunching()
    case .willEnterForeground: onAppWillEnterForeground()
    case .didBecomeActive: onAppDidBecomeActive()
    case .willResignActive: onAppWillResignActive()
    case .didEnterBackground: onAppDidEnterBackground()
    case .willTerminate: onAppWillTerminate()
    case .didReceiveMemoryWarning: onAppDidReceiveMemoryWarning()
    case .significantTimeChange: onAppSignificantTimeChange()
    case .protectedDataWillBecomeUnavailable: onAppProtectedDataWillBecomeUnavailable()
    case .protectedDataDidBecomeAvailable: onAppProtectedDataDidBecomeAvailable()
    case .backgroundRefreshStatusDidChange: onAppBackgroundRefreshStatusDidChange()
    case .userDidTakeScreenshot: onAppUserDidTakeScreenshot()
    case .systemWillSleep: onAppSystemWillSleep()
    case .systemDidWake: onAppSystemDidWake()
    case .systemPrefersReducedResourceUsageDidChange:
      onAppSystemPrefersReducedResourceUsageDidChange()
    }

    onAppEvent(event, context: context)
  }

  /// Delivers an event to this listener alone, for a test.
  public func receive(_ event: AppLifecycleEvent) {
    receive(event, context: AppLifecycleContext(event: event))
  }
}

/// A listener with a name of its own, which probes and anomalies show instead of its type.
@MainActor
public protocol AppNamedListener: AppLifecycleListener {
  /// The listener's name.
  ///
  /// It's read once for each attachment. The getter must not post, attach or detach.
  var listenerName: String { get }
}

/// Makes a list of listeners from a trailing closure.
public typealias AppLifecycleListenerBuilder = AppLifecycleListBuilder<any AppLifecycleListener>
