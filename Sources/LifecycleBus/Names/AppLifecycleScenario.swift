public import Foundation

/// A named sequence of events, as a system posts it.
///
/// Play it on any center to see how your listeners react:
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

  /// Makes a scenario. Its name is shown in tests.
  public init(_ name: String, _ events: [AppLifecycleEvent]) {
    self.name = name
    self.events = events
  }

  /// Joins two scenarios, with the events of the first before those of the second.
  public static func + (first: Self, second: Self) -> Self {
    Self("\(first.name), \(second.name)", first.events + second.events)
  }

  /// Posts the events one after another, at once.
  ///
  /// - Parameters:
  ///   - center: Where to post.
  ///   - vocabulary: The names to post under. An event without a name is left out.
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
  /// A cold launch without scenes, and the first launch on an Apple TV.
  public static let coldLaunchWithoutScenes = Self(
    "cold launch without scenes", [.didFinishLaunching, .didBecomeActive])
  /// A cold launch with scenes. After a prewarmed or a background launch, hours may pass between
  /// the first event and the second.
  public static let coldLaunchWithScenes = Self(
    "cold launch with scenes", [.didFinishLaunching, .willEnterForeground, .didBecomeActive])
  /// The user leaves the app. Play it after a launch.
  public static let toBackground = Self(
    "to background", [.willResignActive, .didEnterBackground])
  /// The user comes back. Play it after ``toBackground``.
  public static let toForeground = Self(
    "to foreground", [.willEnterForeground, .didBecomeActive])
  /// A call, an alert or Control Center: the app never leaves the screen.
  public static let interruption = Self(
    "interruption", [.willResignActive, .didBecomeActive])
  /// An interruption after which `didBecomeActive` is posted twice.
  package static let doubleActivation = Self(
    "double activation", [.willResignActive, .didBecomeActive, .didBecomeActive])
  /// A launch for a push or a background task. The app is not shown.
  public static let backgroundLaunch = Self(
    "background launch", [.didFinishLaunching, .didEnterBackground])
  /// The app is ended while it is in the foreground. Play it after a launch.
  public static let terminatedInForeground = Self(
    "terminated in foreground", [.willResignActive, .didEnterBackground, .willTerminate])
  /// Quit on a Mac: one event, with no steps before it.
  public static let quitOnMac = Self("quit on Mac", [.willTerminate])

  /// All scenarios that are named here.
  public static let all: [Self] = [
    coldLaunchWithoutScenes, coldLaunchWithScenes, toBackground, toForeground, interruption,
    doubleActivation, backgroundLaunch, terminatedInForeground, quitOnMac,
  ]
}
