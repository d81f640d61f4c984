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
}

extension AppLifecycleEvent {
  /// Which way an event moves the app.
  public enum Direction: Sendable {
    /// Towards the user: launch, foreground, active.
    case up
    /// Away from the user: resign, background, terminate.
    case down
    /// Nowhere: a condition.
    case none
  }

  /// Which way this event moves the app.
  public var direction: Direction {
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

  /// The index of this case in `allCases`, so that a table over the events needs no hashing.
  var ordinal: Int {
    switch self {
    case .didFinishLaunching: 0
    case .willEnterForeground: 1
    case .didBecomeActive: 2
    case .willResignActive: 3
    case .didEnterBackground: 4
    case .willTerminate: 5
    case .didReceiveMemoryWarning: 6
    case .significantTimeChange: 7
    case .protectedDataWillBecomeUnavailable: 8
    case .protectedDataDidBecomeAvailable: 9
    case .backgroundRefreshStatusDidChange: 10
    case .userDidTakeScreenshot: 11
    case .systemWillSleep: 12
    case .systemDidWake: 13
    }
  }

  /// The case with an ordinal.
  init(ordinal: Int) {
    switch ordinal {
    case 0: self = .didFinishLaunching
    case 1: self = .willEnterForeground
    case 2: self = .didBecomeActive
    case 3: self = .willResignActive
    case 4: self = .didEnterBackground
    case 5: self = .willTerminate
    case 6: self = .didReceiveMemoryWarning
    case 7: self = .significantTimeChange
    case 8: self = .protectedDataWillBecomeUnavailable
    case 9: self = .protectedDataDidBecomeAvailable
    case 10: self = .backgroundRefreshStatusDidChange
    case 11: self = .userDidTakeScreenshot
    case 12: self = .systemWillSleep
    case 13: self = .systemDidWake
    default:
      preconditionFailure("AppLifecycleEvent: there is no event with the ordinal \(ordinal).")
    }
  }
}
