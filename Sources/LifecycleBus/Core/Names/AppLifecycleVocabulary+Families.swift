import Foundation

extension AppLifecycleVocabulary {
  /// The names that are posted where this process runs.
  ///
  /// The value is ``uiKit`` on iOS, iPadOS, tvOS, visionOS and Mac Catalyst, ``watchKit`` on watchOS
  /// and ``appKit`` on macOS. In an app extension the value is ``extensionHost``, except on macOS.
  /// On Linux, where the system posts nothing, the value is ``uiKit``.
  public static let current = family(bundlePath: Bundle.main.bundlePath)

  /// Chooses by the path of the main bundle, which ends in `.appex` in an app extension.
  static func family(bundlePath: String) -> AppLifecycleVocabulary {
    #if canImport(UIKit) || canImport(WatchKit)
      if bundlePath.hasSuffix(".appex") { return .extensionHost }
    #endif
    #if canImport(WatchKit) && os(watchOS)
      return .watchKit
    #elseif canImport(UIKit)
      return .uiKit
    #elseif canImport(WatchKit)
      return .watchKit
    #elseif canImport(AppKit)
      return .appKit
    #else
      return .uiKit
    #endif
  }
}

extension AppLifecycleVocabulary {
  /// The names of `UIApplication`, also used on Linux.
  public static let uiKit = AppLifecycleVocabulary(raw: [
    .didFinishLaunching: "UIApplicationDidFinishLaunchingNotification",
    .willEnterForeground: "UIApplicationWillEnterForegroundNotification",
    .didBecomeActive: "UIApplicationDidBecomeActiveNotification",
    .willResignActive: "UIApplicationWillResignActiveNotification",
    .didEnterBackground: "UIApplicationDidEnterBackgroundNotification",
    .willTerminate: "UIApplicationWillTerminateNotification",
    .didReceiveMemoryWarning: "UIApplicationDidReceiveMemoryWarningNotification",
    .significantTimeChange: "UIApplicationSignificantTimeChangeNotification",
    .protectedDataWillBecomeUnavailable: "UIApplicationProtectedDataWillBecomeUnavailable",
    .protectedDataDidBecomeAvailable: "UIApplicationProtectedDataDidBecomeAvailable",
    .backgroundRefreshStatusDidChange: "UIApplicationBackgroundRefreshStatusDidChangeNotification",
    .userDidTakeScreenshot: "UIApplicationUserDidTakeScreenshotNotification",
    .systemPrefersReducedResourceUsageDidChange:
      "UIApplicationSystemPrefersReducedResourceUsageDidChangeNotification",
  ])
}

extension AppLifecycleVocabulary {
  /// The names of `NSApplication` on a Mac.
  ///
  /// Hiding the app is `didEnterBackground`, and unhiding the app is `willEnterForeground`. An app
  /// that loses the focus receives only `willResignActive`; see ``appKitFocus``. `willTerminate` is
  /// not posted when the system ends the app suddenly.
  public static let appKit = appKit(
    foreground: "NSApplicationDidUnhideNotification",
    background: "NSApplicationDidHideNotification")

  /// The names of `NSApplication` for an app that goes to the background when it loses the focus.
  ///
  /// Use this vocabulary if listeners save or count at `didEnterBackground`, because users seldom
  /// hide an app:
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator(policy: .lifecycle, vocabulary: .appKitFocus)
  /// ```
  public static let appKitFocus = appKit(
    foreground: "NSApplicationWillBecomeActiveNotification",
    background: "NSApplicationDidResignActiveNotification")

  private static func appKit(foreground: String, background: String) -> AppLifecycleVocabulary {
    AppLifecycleVocabulary(raw: [
      .didFinishLaunching: "NSApplicationDidFinishLaunchingNotification",
      .willEnterForeground: foreground,
      .didBecomeActive: "NSApplicationDidBecomeActiveNotification",
      .willResignActive: "NSApplicationWillResignActiveNotification",
      .didEnterBackground: background,
      .willTerminate: "NSApplicationWillTerminateNotification",
      .protectedDataWillBecomeUnavailable:
        "NSApplicationProtectedDataWillBecomeUnavailableNotification",
      .protectedDataDidBecomeAvailable: "NSApplicationProtectedDataDidBecomeAvailableNotification",
    ])
  }

  package func hasBackground(of other: AppLifecycleVocabulary) -> Bool {
    name(for: .didEnterBackground) == other.name(for: .didEnterBackground)
  }

  /// The names for the sleep and wake of a Mac, which are posted on the workspace's own center:
  ///
  /// ```swift
  /// mediator.observe(NSWorkspace.shared.notificationCenter, vocabulary: .workspace)
  /// ```
  public static let workspace = AppLifecycleVocabulary(raw: [
    .systemWillSleep: "NSWorkspaceWillSleepNotification",
    .systemDidWake: "NSWorkspaceDidWakeNotification",
  ])
}

extension AppLifecycleVocabulary {
  /// The names of a watch app. There is no `willTerminate` and no memory warning.
  public static let watchKit = AppLifecycleVocabulary(raw: [
    .didFinishLaunching: "WKApplicationDidFinishLaunchingNotification",
    .willEnterForeground: "WKApplicationWillEnterForegroundNotification",
    .didBecomeActive: "WKApplicationDidBecomeActiveNotification",
    .willResignActive: "WKApplicationWillResignActiveNotification",
    .didEnterBackground: "WKApplicationDidEnterBackgroundNotification",
  ])
}

extension AppLifecycleVocabulary {
  /// The names that an app extension receives about its host on iOS, tvOS, visionOS and watchOS.
  ///
  /// There is no launch and no `willTerminate`: see
  /// [Watch apps and extensions](doc:WatchAndExtensions).
  public static let extensionHost = AppLifecycleVocabulary(raw: [
    .willEnterForeground: "NSExtensionHostWillEnterForegroundNotification",
    .didBecomeActive: "NSExtensionHostDidBecomeActiveNotification",
    .willResignActive: "NSExtensionHostWillResignActiveNotification",
    .didEnterBackground: "NSExtensionHostDidEnterBackgroundNotification",
  ])
}
