import Foundation

extension AppLifecycleVocabulary {
  /// The names that the system posts in this process.
  ///
  /// By platform these are ``uiKit``, ``appKit`` or ``watchKit``; on Linux ``uiKit``; and in an app
  /// extension, except on a Mac, ``extensionHost``.
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
  /// The names of `NSApplication` on a Mac, where hiding the app counts as entering the background.
  ///
  /// An app that only loses the focus resigns active. With ``appKitFocus`` it also enters the
  /// background.
  public static let appKit = appKit(
    foreground: "NSApplicationDidUnhideNotification",
    background: "NSApplicationDidHideNotification")

  /// The names of `NSApplication` on a Mac, where losing the focus counts as entering the
  /// background.
  ///
  /// Use it if listeners save or count in the background. People hardly ever hide an app.
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

  /// The names of a Mac's sleep and wake, which the workspace posts on a center of its own.
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
  /// The names of `WKApplication`. A watch has none for the end and for low memory.
  public static let watchKit = AppLifecycleVocabulary(raw: [
    .didFinishLaunching: "WKApplicationDidFinishLaunchingNotification",
    .willEnterForeground: "WKApplicationWillEnterForegroundNotification",
    .didBecomeActive: "WKApplicationDidBecomeActiveNotification",
    .willResignActive: "WKApplicationWillResignActiveNotification",
    .didEnterBackground: "WKApplicationDidEnterBackgroundNotification",
  ])
}

extension AppLifecycleVocabulary {
  /// The names of an app extension's host, which has none for launch and end: see
  /// <doc:WatchAndExtensions>.
  public static let extensionHost = AppLifecycleVocabulary(raw: [
    .willEnterForeground: "NSExtensionHostWillEnterForegroundNotification",
    .didBecomeActive: "NSExtensionHostDidBecomeActiveNotification",
    .willResignActive: "NSExtensionHostWillResignActiveNotification",
    .didEnterBackground: "NSExtensionHostDidEnterBackgroundNotification",
  ])
}
