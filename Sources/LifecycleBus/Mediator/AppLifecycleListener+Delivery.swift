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
