extension AppLifecycleVocabulary {
  /// The names that `UIApplication` posts on iOS, iPadOS, tvOS, visionOS and Mac Catalyst, and the
  /// portable names everywhere else.
  ///
  /// The two names about protected data have no "Notification" at their end; that is how Apple
  /// spells them. A Mac's sleep and wake are not among them: see ``workspace``.
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
  /// The names that `NSApplication` posts on a Mac.
  ///
  /// A Mac app has no background of its own: hiding it counts as `didEnterBackground`, and unhiding
  /// it as `willEnterForeground`. An app that loses the focus to another one only resigns, because
  /// its windows stay in view; see ``appKitFocus``. `willTerminate` is not posted when the system
  /// ends the app suddenly. The two names about protected data end in "Notification", unlike UIKit's.
  public static let appKit = appKit(
    foreground: "NSApplicationDidUnhideNotification",
    background: "NSApplicationDidHideNotification")

  /// The names of ``appKit``, for an app that is in the background whenever another app has the
  /// focus: `didEnterBackground` follows `willResignActive`, and `willEnterForeground` precedes
  /// `didBecomeActive`.
  ///
  /// Take it where listeners save, send or count at `didEnterBackground`, because users seldom hide
  /// an app:
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

  /// Whether the background is what it is in another vocabulary.
  package func hasBackground(of other: AppLifecycleVocabulary) -> Bool {
    name(for: .didEnterBackground) == other.name(for: .didEnterBackground)
  }

  /// The sleep and wake of a Mac. They are posted on the workspace's own center only, so they are
  /// observed beside the app's names:
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
  /// The names that watchOS 7 and later posts, for an app and for a WatchKit extension alike.
  ///
  /// There is no terminate and no memory warning. Strings are the safe spelling: the Swift symbols
  /// for these names are missing on watchOS 7 and 8, and an app that uses them crashes there.
  public static let watchKit = AppLifecycleVocabulary(raw: [
    .didFinishLaunching: "WKApplicationDidFinishLaunchingNotification",
    .willEnterForeground: "WKApplicationWillEnterForegroundNotification",
    .didBecomeActive: "WKApplicationDidBecomeActiveNotification",
    .willResignActive: "WKApplicationWillResignActiveNotification",
    .didEnterBackground: "WKApplicationDidEnterBackgroundNotification",
  ])
}

extension AppLifecycleVocabulary {
  /// The names that are posted in an app extension about its host on iOS, tvOS and watchOS. There
  /// is no launch and no terminate.
  public static let extensionHost = AppLifecycleVocabulary(raw: [
    .willEnterForeground: "NSExtensionHostWillEnterForegroundNotification",
    .didBecomeActive: "NSExtensionHostDidBecomeActiveNotification",
    .willResignActive: "NSExtensionHostWillResignActiveNotification",
    .didEnterBackground: "NSExtensionHostDidEnterBackgroundNotification",
  ])
}
