/// Receives the life-cycle events of the app: launch, foreground, background and end.
///
/// Implement the methods that you need. Each has an empty default.
///
/// ```swift
/// final class ImageCache: AppLifecycleListener {
///   func onAppDidEnterBackground() { purge() }
/// }
/// ```
///
/// All methods are called on the main actor, inside the post. Keep them short. They may attach and
/// detach listeners, and post events, which wait until the current one has reached each listener.
/// Only `willTerminate` does not wait.
///
/// A class instance is attached once, and can be detached by reference. Detach a struct or an enum
/// with its attachment.
@MainActor
public protocol AppLifecycleListener {
  /// The scene that the listener is for; `nil`, the default, for all.
  ///
  /// The listener then receives no event or request of another scene. The app's own events, and
  /// requests of no scene, reach every listener. It is read each time.
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
  /// Called once for each attachment, before any event or replay. What is posted here is delivered
  /// after the replay. To take holds or post later, keep the mediator in a weak reference: a strong
  /// one keeps both alive for ever.
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
  ///
  /// - Parameter mediator: What it was attached to.
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
  /// Any event, right after its own method, with its context.
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext)
  /// Receives an event from a mediator or a group.
  ///
  /// The default calls the event's own method and then ``onAppEvent(_:context:)``, also if the
  /// first detaches the listener. Implement this only to pass events on to other listeners.
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

  /// Delivers an event to this listener alone, to test it, with the context of a first event.
  ///
  /// ```swift
  /// cache.receive(.didEnterBackground)
  /// ```
  public func receive(_ event: AppLifecycleEvent) {
    receive(event, context: AppLifecycleContext(event: event))
  }
}

/// A listener that has a name of its own in probes and anomalies, instead of its type's.
///
/// Adopt it in a type of which an app has several instances. Groups and closures are named
/// listeners.
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
  /// The name. Read once for each attachment, on the main actor. It must not post, attach or detach.
  var listenerName: String { get }
}

/// A listener that expects a delegate to ask it at the launch. Adopt `AppLaunchHandling` of
/// `LifecycleBusDelegates`; where nobody asks, the mediator reports
/// ``AppLifecycleAnomaly/notAskedAtLaunch(listener:)``.
public protocol AppLaunchAsked: AppLifecycleListener {}
