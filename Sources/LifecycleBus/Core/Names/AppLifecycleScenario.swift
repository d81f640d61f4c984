public import Foundation

/// A sequence of events as a system posts them, for tests.
///
/// ```swift
/// let center = NotificationCenter()
/// let mediator = AppLifecycleMediator(
///   listeners: [cache], notificationCenter: center)
/// (AppLifecycleScenario.coldLaunchWithScenes + .toBackground).play(on: center)
/// ```
public struct AppLifecycleScenario: Equatable, Sendable {
  /// The events, in the order in which they're posted.
  public let events: [AppLifecycleEvent]

  /// Makes a scenario of your own.
  public init(_ events: [AppLifecycleEvent]) { self.events = events }

  /// Joins two scenarios into one, in this order.
  public static func + (first: Self, second: Self) -> Self { Self(first.events + second.events) }

  /// Posts the events, one after the other. Events without a name in the vocabulary are left out.
  @MainActor
  public func play(
    on center: NotificationCenter = .default,
    vocabulary: AppLifecycleVocabulary = .current
  ) {
    for event in events {
      center.post(event, vocabulary: vocabulary)
    }
  }
}

extension AppLifecycleScenario {
  /// The user opens an app without scenes.
  public static let coldLaunchWithoutScenes = Self([.didFinishLaunching, .didBecomeActive])
  /// The user opens an app with scenes. If the system has prewarmed it, hours may pass after
  /// `didFinishLaunching`.
  public static let coldLaunchWithScenes = Self([
    .didFinishLaunching, .willEnterForeground, .didBecomeActive,
  ])
  /// The user goes to the Home Screen.
  public static let toBackground = Self([.willResignActive, .didEnterBackground])
  /// The user comes back.
  public static let toForeground = Self([.willEnterForeground, .didBecomeActive])
  /// A call or Control Center interrupts the app, which stays on the screen.
  public static let interruption = Self([.willResignActive, .didBecomeActive])
  /// The system launches the app for a push or a background task. Newer systems may post nothing
  /// after the launch.
  public static let backgroundLaunch = Self([.didFinishLaunching, .didEnterBackground])
  /// The app ends while it's in the foreground.
  public static let terminatedInForeground = Self([
    .willResignActive, .didEnterBackground, .willTerminate,
  ])
  /// The user quits a Mac app. Only `willTerminate` is posted.
  public static let quitOnMac = Self([.willTerminate])

  /// All scenarios that have a name here.
  public static let all: [Self] = [
    coldLaunchWithoutScenes, coldLaunchWithScenes, toBackground, toForeground, interruption,
    backgroundLaunch, terminatedInForeground, quitOnMac,
  ]
}
