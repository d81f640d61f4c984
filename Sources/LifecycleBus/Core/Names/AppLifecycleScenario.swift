public import Foundation

/// A named sequence of events, as a system posts them.
///
/// Play a scenario on any center to see how your listeners react:
///
/// ```swift
/// let center = NotificationCenter()
/// let mediator = AppLifecycleMediator(listeners: [cache], notificationCenter: center)
/// (AppLifecycleScenario.coldLaunchWithScenes + .toBackground).play(on: center)
/// ```
public struct AppLifecycleScenario: Hashable, Sendable {
  /// The name; a joined scenario has both names.
  public let name: String
  /// The events, in the order of the posts.
  public let events: [AppLifecycleEvent]

  /// Makes a scenario of your own.
  public init(_ name: String, _ events: [AppLifecycleEvent]) {
    self.name = name
    self.events = events
  }

  /// Joins two scenarios: first the events of `first`, then those of `second`.
  public static func + (first: Self, second: Self) -> Self {
    Self("\(first.name), \(second.name)", first.events + second.events)
  }

  /// Posts the events one after another, without a pause.
  ///
  /// - Parameters:
  ///   - center: Where to post.
  ///   - vocabulary: The names to post under. An event without a name is not posted.
  ///   - afterEach: Called after each event, for example to move a test's clock.
  @MainActor
  public func play(
    on center: NotificationCenter = .default,
    vocabulary: AppLifecycleVocabulary = .current,
    afterEach: (AppLifecycleEvent) -> Void = { _ in }
  ) {
    for event in events {
      center.post(event, vocabulary: vocabulary)
      afterEach(event)
    }
  }
}

extension AppLifecycleScenario {
  /// A cold launch without scenes, or the first launch on an Apple TV.
  public static let coldLaunchWithoutScenes = Self(
    "cold launch without scenes", [.didFinishLaunching, .didBecomeActive])
  /// A cold launch with scenes.
  ///
  /// After a prewarmed or a background launch, hours may pass between the first event and the
  /// second.
  public static let coldLaunchWithScenes = Self(
    "cold launch with scenes", [.didFinishLaunching, .willEnterForeground, .didBecomeActive])
  /// The user leaves the app. Play it after a launch.
  public static let toBackground = Self(
    "to background", [.willResignActive, .didEnterBackground])
  /// The user comes back. Play it after ``toBackground``.
  public static let toForeground = Self(
    "to foreground", [.willEnterForeground, .didBecomeActive])
  /// A call, an alert or Control Center interrupts the app, which stays on the screen.
  public static let interruption = Self(
    "interruption", [.willResignActive, .didBecomeActive])
  /// A launch for a push or a background task. The app is not shown.
  public static let backgroundLaunch = Self(
    "background launch", [.didFinishLaunching, .didEnterBackground])
  /// The app ends while it is in the foreground. Play it after a launch.
  public static let terminatedInForeground = Self(
    "terminated in foreground", [.willResignActive, .didEnterBackground, .willTerminate])
  /// Quit on a Mac, which posts one event without steps before it.
  public static let quitOnMac = Self("quit on Mac", [.willTerminate])

  /// All the named scenarios.
  public static let all: [Self] = [
    coldLaunchWithoutScenes, coldLaunchWithScenes, toBackground, toForeground, interruption,
    backgroundLaunch, terminatedInForeground, quitOnMac,
  ]
}
