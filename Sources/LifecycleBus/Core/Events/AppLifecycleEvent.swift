/// Something that happened to the app as a whole.
///
/// The names are Apple's: `UIApplication.didEnterBackgroundNotification` is `didEnterBackground`.
/// The first six events make up the life cycle, and change the ``AppLifecycleState``. The other
/// events, such as a memory warning, leave the state as it is.
public enum AppLifecycleEvent: String, CaseIterable, Codable, Sendable {
  /// The app has finished launching, perhaps in the background.
  case didFinishLaunching
  /// The app is about to be shown. At launch, UIKit posts this event only in apps with scenes.
  case willEnterForeground
  /// The app is shown and takes input.
  case didBecomeActive
  /// The app is about to stop taking input, either for a call or on its way to the background.
  case willResignActive
  /// The app is no longer shown. On a phone this is the last reliable moment to save.
  case didEnterBackground
  /// The app is about to end. A suspended app is killed without this event.
  case willTerminate

  /// Memory is running low, and the system asks the app to free some.
  case didReceiveMemoryWarning
  /// A new day has begun, or the clock was changed, for example to daylight saving time.
  case significantTimeChange
  /// The device is locked, and protected files are about to become unreadable.
  case protectedDataWillBecomeUnavailable
  /// Protected files are readable again.
  case protectedDataDidBecomeAvailable
  /// Whether the app may refresh in the background has changed.
  case backgroundRefreshStatusDidChange
  /// The user has taken a screenshot of the app.
  case userDidTakeScreenshot
  /// The machine is about to sleep.
  case systemWillSleep
  /// The machine has woken up.
  case systemDidWake
  /// The system wants the app to use fewer resources, or no longer does.
  ///
  /// It's posted from iOS 27 on, when `UIApplication.systemPrefersReducedResourceUsage` changes.
  case systemPrefersReducedResourceUsageDidChange
}

extension AppLifecycleEvent {
  package enum Direction: Sendable {
    case up
    case down
    case none
  }

  package var direction: Direction {
    switch self {
    case .didFinishLaunching, .willEnterForeground, .didBecomeActive: .up
    case .willResignActive, .didEnterBackground, .willTerminate: .down
    default: .none
    }
  }

  package var isOnTheWayDown: Bool { direction == .down }

  package var resultingState: AppLifecycleState? {
    AppLifecycleTransitions.Position(after: self)?.state
  }
}

/// The state of the app: not running, in the background, inactive or active.
///
/// States are ordered, with ``active`` as the greatest, so that you can compare them:
///
/// ```swift
/// if mediator.state <= .background { purge() }  // nothing is on the screen
/// ```
///
/// When an event arrives, the state changes before the first listener is called.
public enum AppLifecycleState: String, CaseIterable, Codable, Sendable, Comparable {
  /// `willTerminate` has been posted.
  case terminated
  /// No event of the life cycle has been posted yet.
  case notRunning
  /// Running, but not shown.
  case background
  /// Launched, but not taking input, for example right after the launch or during a call.
  case inactive
  /// Shown, and taking input.
  case active

  /// Orders the states from ``terminated`` to ``active``.
  public static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
