extension AppLifecycleVocabulary {
  /// The names that `NSApplication` posts on a Mac.
  ///
  /// A Mac app has no background of its own: hiding it counts as `didEnterBackground`, and unhiding
  /// it as `willEnterForeground`. `willTerminate` is not posted when the system ends the app
  /// suddenly. The two names about protected data end in "Notification", unlike UIKit's.
  public static let appKit = AppLifecycleVocabulary(raw: [
    .didFinishLaunching: "NSApplicationDidFinishLaunchingNotification",
    .willEnterForeground: "NSApplicationDidUnhideNotification",
    .didBecomeActive: "NSApplicationDidBecomeActiveNotification",
    .willResignActive: "NSApplicationWillResignActiveNotification",
    .didEnterBackground: "NSApplicationDidHideNotification",
    .willTerminate: "NSApplicationWillTerminateNotification",
    .protectedDataWillBecomeUnavailable:
      "NSApplicationProtectedDataWillBecomeUnavailableNotification",
    .protectedDataDidBecomeAvailable: "NSApplicationProtectedDataDidBecomeAvailableNotification",
  ])

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
