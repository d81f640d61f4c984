/// Something that happened to the app as a whole.
///
/// The names are Apple's, unabridged: the part of `UIApplication.didEnterBackgroundNotification`
/// between the type and the word "Notification" is the case.
///
/// The first six make up the life cycle and move the app's ``AppLifecycleState``. The others are
/// conditions: they are reported in any state and move nothing.
///
/// The raw values are stable, so that an event can be written to a log or a file and read back.
public enum AppLifecycleEvent: String, CaseIterable, Codable, Sendable {
  /// The process is up and the app object has finished launching. Once in the life of a process.
  case didFinishLaunching
  /// The app is about to be shown. Not posted at a cold launch by an app without scenes.
  case willEnterForeground
  /// The app is in the foreground and takes input.
  case didBecomeActive
  /// The app is about to stop taking input: a call, Control Center, or the first step to the
  /// background.
  case willResignActive
  /// The app is no longer shown. On a phone, the last reliable moment to save.
  case didEnterBackground
  /// The process is about to end in order. Never posted for a suspended app that is killed.
  case willTerminate

  /// The system asks for memory back.
  case didReceiveMemoryWarning
  /// Midnight, a new time zone, or daylight saving time.
  case significantTimeChange
  /// Files with complete protection are about to become unreadable: the device is being locked.
  case protectedDataWillBecomeUnavailable
  /// Files with complete protection are readable: the device was unlocked.
  case protectedDataDidBecomeAvailable
  /// The user or a policy changed whether the app may refresh in the background.
  case backgroundRefreshStatusDidChange
  /// The user took a screenshot of the app.
  case userDidTakeScreenshot
  /// The machine is about to sleep.
  case systemWillSleep
  /// The machine woke up.
  case systemDidWake
  /// The system began or ceased to prefer that apps use less: re-read
  /// `UIApplication.systemPrefersReducedResourceUsage`, and plan later work by it. From iOS 27 on.
  case systemPrefersReducedResourceUsageDidChange
}

extension AppLifecycleEvent {
  /// Which way an event moves the app.
  package enum Direction: Sendable {
    /// Towards the user: launch, foreground, active.
    case up
    /// Away from the user: resign, background, terminate.
    case down
    /// Nowhere: a condition.
    case none
  }

  /// Which way this event moves the app.
  package var direction: Direction {
    switch self {
    case .didFinishLaunching, .willEnterForeground, .didBecomeActive: .up
    case .willResignActive, .didEnterBackground, .willTerminate: .down
    default: .none
    }
  }

  /// The state that the app is in once this event has happened; `nil` for a condition.
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
