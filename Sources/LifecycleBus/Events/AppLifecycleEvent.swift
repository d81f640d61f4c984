/// Something that happened to the app as a whole.
///
/// The names are Apple's: `UIApplication.didEnterBackgroundNotification` is `didEnterBackground`.
/// The first six events change the ``AppLifecycleState``. The other events are conditions, which
/// can happen in any state and change none. The raw values are stable, so you may store them.
public enum AppLifecycleEvent: String, CaseIterable, Codable, Sendable {
  /// The app has finished launching. It happens once in the life of a process.
  case didFinishLaunching
  /// The app is about to be shown. Not posted at a cold launch by an app without scenes.
  case willEnterForeground
  /// The app is in the foreground and takes input.
  case didBecomeActive
  /// The app is about to stop taking input: a call, Control Center, or before the background.
  case willResignActive
  /// The app is no longer shown. On a phone, the last reliable moment to save.
  case didEnterBackground
  /// The process is about to end in order. Not posted for a suspended app that is killed.
  case willTerminate

  /// The system asks for memory back.
  case didReceiveMemoryWarning
  /// Midnight, a new time zone, or daylight saving time.
  case significantTimeChange
  /// Files with complete protection are about to become unreadable, because the device is locked.
  case protectedDataWillBecomeUnavailable
  /// Files with complete protection are readable again.
  case protectedDataDidBecomeAvailable
  /// The user or a policy changed whether the app may refresh in the background.
  case backgroundRefreshStatusDidChange
  /// The user took a screenshot of the app.
  case userDidTakeScreenshot
  /// The machine is about to sleep.
  case systemWillSleep
  /// The machine woke up.
  case systemDidWake
  /// The system's wish that apps use less has changed; from iOS 27 on. Read
  /// `UIApplication.systemPrefersReducedResourceUsage` again.
  case systemPrefersReducedResourceUsageDidChange
}

extension AppLifecycleEvent {
  package enum Direction: Sendable {
    /// Towards the user: launch, foreground, active.
    case up
    /// Away from the user: resign, background, terminate.
    case down
    /// Nowhere: a condition.
    case none
  }

  package var direction: Direction {
    switch self {
    case .didFinishLaunching, .willEnterForeground, .didBecomeActive: .up
    case .willResignActive, .didEnterBackground, .willTerminate: .down
    default: .none
    }
  }

  /// The state of the app after this event; `nil` for a condition.
  public var resultingState: AppLifecycleState? {
    switch self {
    case .didFinishLaunching, .willEnterForeground, .willResignActive: .inactive
    case .didBecomeActive: .active
    case .didEnterBackground: .background
    case .willTerminate: .terminated
    default: nil
    }
  }
}
