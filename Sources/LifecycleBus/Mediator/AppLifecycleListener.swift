/// Receives the life-cycle events of the app: launch, foreground, background and end.
///
/// Implement the methods that you need; each has an empty default.
///
/// ```swift
/// final class ImageCache: AppLifecycleListener {
///   func onAppDidEnterBackground() { purge() }
/// }
/// ```
///
/// All methods are called on the main actor, while the system posts. Keep them short. Inside one
/// you may attach and detach listeners, also this one, and post events.
///
/// A class, a struct and an enum can be listeners. An object is attached once and can be detached
/// by reference. Two equal structs are two listeners.
@MainActor
public protocol AppLifecycleListener {
  /// The scene that the listener is for; `nil`, the default, for all.
  ///
  /// A listener of one scene receives no events and no requests of another scene. Events and
  /// requests of the app as a whole reach every listener.
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
  /// Called once for each attachment, before any event or replay. Keep the mediator weakly if you
  /// take holds or post events, because the mediator keeps the listener. What you post here is
  /// delivered after the replay.
  ///
  /// ```swift
  /// final class Upload: AppLifecycleListener {
  ///   private weak var mediator: AppLifecycleMediator?
  ///
  ///   func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }
  ///
  ///   func onAppDidEnterBackground() {
  ///     let hold = mediator?.hold("upload")
  ///     Task {
  ///       await finish()
  ///       hold?.release()
  ///     }
  ///   }
  /// }
  /// ```
  func onAttach(to mediator: AppLifecycleMediator)
  /// The app has finished launching.
  func onAppDidFinishLaunching()
  /// The app is about to be shown.
  func onAppWillEnterForeground()
  /// The app is in the foreground and takes input.
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
  /// The system's wish that apps use less has changed; from iOS 27 on. Read
  /// `UIApplication.systemPrefersReducedResourceUsage` again.
  func onAppSystemPrefersReducedResourceUsageDidChange()
  /// Any event, right after its own method above.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: The states around the event, its origin, and its `userInfo`.
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext)
  /// Receives an event from a mediator or a group.
  ///
  /// The default calls the event's own method and then ``onAppEvent(_:context:)``. Implement this
  /// method only in a listener that passes events on to other listeners.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: The states around the event, its origin, and its `userInfo`.
  func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext)
}

extension AppLifecycleListener {
  /// All scenes.
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
  /// Calls the event's own method, then ``onAppEvent(_:context:)``.
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

  /// Delivers an event to this listener alone, to test it: `cache.receive(.didEnterBackground)`.
  public func receive(_ event: AppLifecycleEvent) {
    receive(event, context: AppLifecycleContext(event: event))
  }
}

/// A listener with a name of its own in probes and anomalies, instead of its type's.
///
/// ```swift
/// final class FeedReader: AppNamedListener {
///   let listenerName: String
///
///   init(feed: String) { listenerName = "feed \(feed)" }
/// }
/// ```
@MainActor
public protocol AppNamedListener: AppLifecycleListener {
  /// The name, which is read once for each attachment.
  var listenerName: String { get }
}

/// A listener that expects a delegate to ask it at the launch, such as `AppLaunchHandling`.
///
/// Where nobody asks, the mediator reports ``AppLifecycleAnomaly/notAskedAtLaunch(listener:)``.
public protocol AppLaunchAsked: AppLifecycleListener {}
