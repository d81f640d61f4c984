extension AppLifecycleVocabulary {
  /// The names of `UIApplication`, also on Mac Catalyst. Where there is no UIKit, the same strings
  /// are the portable names.
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
  /// Hiding the app is `didEnterBackground`, and unhiding it is `willEnterForeground`. An app that
  /// loses the focus only resigns; see ``appKitFocus``. For the sleep and wake of a Mac, see
  /// ``workspace``.
  public static let appKit = appKit(
    foreground: "NSApplicationDidUnhideNotification",
    background: "NSApplicationDidHideNotification")

  /// The names of ``appKit``, for an app that is in the background whenever another app has the
  /// focus.
  ///
  /// Take it if listeners save or count at `didEnterBackground`, because users seldom hide an app:
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

  /// Whether both vocabularies have the same background.
  package func hasBackground(of other: AppLifecycleVocabulary) -> Bool {
    name(for: .didEnterBackground) == other.name(for: .didEnterBackground)
  }

  /// The sleep and wake of a Mac, which are posted on the workspace's own center:
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
  /// The names of watchOS 7 and later, for an app and for a WatchKit extension.
  ///
  /// There is no `willTerminate` and no memory warning. The Swift symbols for these names are
  /// missing on watchOS 7 and 8, and an app that uses them crashes there; the strings of this
  /// vocabulary are safe.
  public static let watchKit = AppLifecycleVocabulary(raw: [
    .didFinishLaunching: "WKApplicationDidFinishLaunchingNotification",
    .willEnterForeground: "WKApplicationWillEnterForegroundNotification",
    .didBecomeActive: "WKApplicationDidBecomeActiveNotification",
    .willResignActive: "WKApplicationWillResignActiveNotification",
    .didEnterBackground: "WKApplicationDidEnterBackgroundNotification",
  ])
}

extension AppLifecycleVocabulary {
  /// The names that an app extension receives about its host on iOS, tvOS and watchOS. There is no
  /// `didFinishLaunching` and no `willTerminate`.
  public static let extensionHost = AppLifecycleVocabulary(raw: [
    .willEnterForeground: "NSExtensionHostWillEnterForegroundNotification",
    .didBecomeActive: "NSExtensionHostDidBecomeActiveNotification",
    .willResignActive: "NSExtensionHostWillResignActiveNotification",
    .didEnterBackground: "NSExtensionHostDidEnterBackgroundNotification",
  ])
}
