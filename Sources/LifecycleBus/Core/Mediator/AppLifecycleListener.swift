/// Receives the life-cycle events of the app: launch, foreground, background and end.
///
/// Implement the methods that you need; each has an empty default.
///
/// ```swift
/// extension ImageCache: AppLifecycleListener {
///   func onAppDidEnterBackground() { purge() }
/// }
/// ```
///
/// Adopt the protocol in an extension, as above, because only there the compiler warns of a
/// misspelled name, and of a method that you have written as `async`, which is never called. For
/// `async` methods adopt ``AppLifecycleAsyncListener``.
///
/// All methods are called on the main actor. Keep them short, because the system waits for them.
/// Inside a method you may attach and detach listeners, also this listener, and post events.
///
/// The same object is attached only once. Two equal structs are two listeners.
@MainActor
public protocol AppLifecycleListener {
  /// The scene that the listener is for; `nil`, the default, means all scenes.
  ///
  /// A listener of one scene receives no event and no request of another scene. Events and requests
  /// of the whole app reach every listener.
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
  /// This method is called once for each attachment, before any event or replay. Store the mediator
  /// weakly, because the mediator keeps the listener. An event that you post here is delivered
  /// after the replay.
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
  /// - Parameter mediator: The mediator that the listener was attached to.
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
  /// The day, the time zone or daylight saving time has changed.
  func onAppSignificantTimeChange()
  /// Protected files are about to become unreadable.
  func onAppProtectedDataWillBecomeUnavailable()
  /// Protected files are readable again.
  func onAppProtectedDataDidBecomeAvailable()
  /// The app was allowed or forbidden to refresh in the background.
  func onAppBackgroundRefreshStatusDidChange()
  /// The user took a screenshot.
  func onAppUserDidTakeScreenshot()
  /// The machine is about to sleep.
  func onAppSystemWillSleep()
  /// The machine woke up.
  func onAppSystemDidWake()
  /// The system now prefers that apps use fewer resources, or no longer does; from iOS 27 on.
  func onAppSystemPrefersReducedResourceUsageDidChange()
  /// Any event, right after the event's own method.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: The details of the event.
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext)
  /// Receives every event from a mediator or a group.
  ///
  /// The default calls the event's own method and then ``onAppEvent(_:context:)``. Implement
  /// `receive` only in a listener that passes events on to other listeners.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: The details of the event.
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

  /// Delivers an event to this listener alone, to test it: `cache.receive(.didEnterBackground)`.
  public func receive(_ event: AppLifecycleEvent) {
    receive(event, context: AppLifecycleContext(event: event))
  }
}

/// A listener that chooses its name in probes and anomalies, instead of the name of its type.
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
  /// The name, which is read once for each attachment. The getter must not post, attach or detach.
  var listenerName: String { get }
}
