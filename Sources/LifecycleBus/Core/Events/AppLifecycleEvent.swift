/// Something that happened to the app as a whole.
///
/// The names are Apple's: `UIApplication.didEnterBackgroundNotification` is `didEnterBackground`.
/// The first six events are the life cycle and change the ``AppLifecycleState``. The others are
/// conditions, which can happen in any state and do not change it. The raw values are stable, so
/// you may store them.
public enum AppLifecycleEvent: String, CaseIterable, Codable, Sendable {
  /// The app has finished launching. This happens once in a process.
  case didFinishLaunching
  /// The app is about to be shown. UIKit does not post it at a cold launch of an app without
  /// scenes.
  case willEnterForeground
  /// The app is in the foreground and takes input.
  case didBecomeActive
  /// The app is about to stop taking input, because of a call or Control Center, or on its way to
  /// the background.
  case willResignActive
  /// The app is no longer shown. On a phone, this is the last reliable moment to save.
  case didEnterBackground
  /// The app is about to end. The system does not post this event when it kills a suspended app.
  case willTerminate

  /// The system asks for memory back.
  case didReceiveMemoryWarning
  /// The day, the time zone or daylight saving time has changed.
  case significantTimeChange
  /// Files with complete protection are about to become unreadable, because the device is locked.
  case protectedDataWillBecomeUnavailable
  /// Files with complete protection are readable again.
  case protectedDataDidBecomeAvailable
  /// The app was allowed or forbidden to refresh in the background.
  case backgroundRefreshStatusDidChange
  /// The user took a screenshot of the app.
  case userDidTakeScreenshot
  /// The machine is about to sleep.
  case systemWillSleep
  /// The machine woke up.
  case systemDidWake
  /// The system now prefers that apps use fewer resources, or no longer does. Read
  /// `UIApplication.systemPrefersReducedResourceUsage` again. This event exists from iOS 27 on.
  case systemPrefersReducedResourceUsageDidChange
}

extension AppLifecycleEvent {
  package enum Direction: Sendable {
    case up
    case down
    /// A condition.
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
    AppLifecycleTransitions.Position(after: self)?.state
  }
}

/// The position of the app in its life cycle.
///
/// The state changes before the first listener receives the event. States can be compared: the
/// nearer the app is to the user, the greater the state.
///
/// ```swift
/// if mediator.state >= .inactive { refreshTheScreen() }
/// ```
public enum AppLifecycleState: String, CaseIterable, Codable, Sendable, Comparable {
  // In the order of the comparison.

  /// `willTerminate` was received.
  case terminated
  /// The mediator has not received a life-cycle event yet.
  case notRunning
  /// Running and not shown.
  case background
  /// Launched, but neither taking input nor in the background, for example during a call.
  case inactive
  /// In the foreground and taking input.
  case active

  /// True for ``inactive`` and ``active``.
  public var isInForeground: Bool { self >= .inactive }

  /// From `terminated`, the lowest, over `notRunning`, `background` and `inactive` to `active`.
  public static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
