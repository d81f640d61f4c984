import Foundation

extension AppLifecycleVocabulary {
  /// The names that are posted where this process runs: ``uiKit``, ``appKit`` or ``watchKit``, and
  /// in an app extension ``extensionHost``, except on a Mac. On Linux it's ``uiKit``.
  public static let current = family(bundlePath: Bundle.main.bundlePath)

  /// In an app extension the path of the main bundle ends in `.appex`.
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
  /// An app that's hidden enters the background. One that only loses the focus just resigns, unlike
  /// with ``appKitFocus``.
  public static let appKit = appKit(
    foreground: "NSApplicationDidUnhideNotification",
    background: "NSApplicationDidHideNotification")

  /// The names of `NSApplication` for an app that enters the background when it loses the focus.
  ///
  /// Use it if listeners save or count in the background. People hardly ever hide an app.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator(policy: .balanced, vocabulary: .appKitFocus)
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

  /// A Mac's sleep and wake, which are posted on a center of their own:
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
  /// The names of `WKApplication`. A watch posts no end and no memory warning.
  public static let watchKit = AppLifecycleVocabulary(raw: [
    .didFinishLaunching: "WKApplicationDidFinishLaunchingNotification",
    .willEnterForeground: "WKApplicationWillEnterForegroundNotification",
    .didBecomeActive: "WKApplicationDidBecomeActiveNotification",
    .willResignActive: "WKApplicationWillResignActiveNotification",
    .didEnterBackground: "WKApplicationDidEnterBackgroundNotification",
  ])
}

extension AppLifecycleVocabulary {
  /// The names of an app extension's host, without launch and end: see <doc:WatchAndExtensions>.
  public static let extensionHost = AppLifecycleVocabulary(raw: [
    .willEnterForeground: "NSExtensionHostWillEnterForegroundNotification",
    .didBecomeActive: "NSExtensionHostDidBecomeActiveNotification",
    .willResignActive: "NSExtensionHostWillResignActiveNotification",
    .didEnterBackground: "NSExtensionHostDidEnterBackgroundNotification",
  ])
}
