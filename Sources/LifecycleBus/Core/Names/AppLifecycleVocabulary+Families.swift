import Foundation

extension AppLifecycleVocabulary {
  /// The vocabulary for the platform that this process runs on.
  ///
  /// It's ``appKit`` on a Mac, ``watchKit`` on a watch, and ``uiKit`` everywhere else, including
  /// Linux. In an app extension it's ``extensionHost``, except on a Mac.
  public static let current = family(bundlePath: Bundle.main.bundlePath)

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
  /// The notification names of `UIApplication`, which are also used on Linux.
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
  /// The notification names of `NSApplication` on a Mac. Hiding the app counts as entering the
  /// background.
  ///
  /// If the app only loses the focus, it becomes inactive. Use ``appKitFocus`` if losing the focus
  /// should count as entering the background too.
  public static let appKit = appKit(
    foreground: "NSApplicationDidUnhideNotification",
    background: "NSApplicationDidHideNotification")

  /// The notification names of `NSApplication` on a Mac. Losing the focus counts as entering the
  /// background.
  ///
  /// Use this vocabulary if your listeners save when the app enters the background. People often
  /// switch to another app, but hardly ever hide one.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator(
  ///   policy: .balanced, vocabulary: .appKitFocus)
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

  /// The notification names of a Mac's sleep and wake. The workspace posts them on a notification
  /// center of its own:
  ///
  /// ```swift
  /// mediator.observe(
  ///   NSWorkspace.shared.notificationCenter, vocabulary: .workspace)
  /// ```
  public static let workspace = AppLifecycleVocabulary(raw: [
    .systemWillSleep: "NSWorkspaceWillSleepNotification",
    .systemDidWake: "NSWorkspaceDidWakeNotification",
  ])
}

extension AppLifecycleVocabulary {
  /// The notification names of `WKApplication`. A watch posts none for termination or low memory.
  public static let watchKit = AppLifecycleVocabulary(raw: [
    .didFinishLaunching: "WKApplicationDidFinishLaunchingNotification",
    .willEnterForeground: "WKApplicationWillEnterForegroundNotification",
    .didBecomeActive: "WKApplicationDidBecomeActiveNotification",
    .willResignActive: "WKApplicationWillResignActiveNotification",
    .didEnterBackground: "WKApplicationDidEnterBackgroundNotification",
  ])
}

extension AppLifecycleVocabulary {
  /// The notification names of an app extension's host. There are none for launch and termination:
  /// see <doc:WatchAndExtensions>.
  public static let extensionHost = AppLifecycleVocabulary(raw: [
    .willEnterForeground: "NSExtensionHostWillEnterForegroundNotification",
    .didBecomeActive: "NSExtensionHostDidBecomeActiveNotification",
    .willResignActive: "NSExtensionHostWillResignActiveNotification",
    .didEnterBackground: "NSExtensionHostDidEnterBackgroundNotification",
  ])
}
