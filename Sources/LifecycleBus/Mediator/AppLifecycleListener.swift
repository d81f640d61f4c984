/// Receives the life-cycle events of the app: launch, foreground, background and end.
///
/// Implement the methods that you need. Each has an empty default. No default calls another method,
/// except that of ``receive(_:context:)``.
///
/// ```swift
/// final class ImageCache: AppLifecycleListener {
///   func onAppDidEnterBackground() { purge() }
/// }
/// ```
///
/// All methods are called on the main actor, inside the post: when the system's notification has
/// been delivered, each listener has been called. Keep them short. Inside one you may attach and
/// detach listeners, this one too, and post events. A posted event is relayed after the current one
/// has reached each listener; only `willTerminate` is relayed before its post returns.
///
/// A class, a struct and an enum can all be listeners. A class instance has an identity: it is
/// attached once, and can be detached by reference.
@MainActor
public protocol AppLifecycleListener {
  /// The scene that the listener is for; `nil`, the default, for all.
  ///
  /// A listener of one window returns the identity of its scene. It receives no event of another
  /// scene, and is not asked what is meant for another one. The app's own events, and what is meant
  /// for no scene in particular, reach every listener. Read each time.
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
  /// Called once for each attachment, on the main actor, before any event or replay. Posts that are
  /// made meanwhile are delivered after the replay, also to the listeners that are attached with it. A listener that takes holds or posts keeps the
  /// mediator from here, in a weak reference: a strong one would keep both alive for ever.
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
  /// The system began or ceased to prefer that apps use less: re-read
  /// `UIApplication.systemPrefersReducedResourceUsage`, and plan later work by it. From iOS 27 on.
  func onAppSystemPrefersReducedResourceUsageDidChange()
  /// Any event, right after its own method above, with its context.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: The states around the event, its origin, and its `userInfo`.
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext)
  /// Receives an event from a mediator or a group: the one call that a relay makes.
  ///
  /// The default calls the event's own method and then ``onAppEvent(_:context:)``. Both belong to
  /// one call: a listener that detaches itself in the first still gets the second. Implement it
  /// only in a listener that passes events on to other listeners.
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
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: The states around the event, its origin, and its `userInfo`.
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

  /// Delivers an event to this listener as a mediator does, with the context of a first event. For
  /// testing one listener on its own:
  ///
  /// ```swift
  /// cache.receive(.didEnterBackground)
  /// ```
  ///
  /// - Parameter event: What happened.
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
