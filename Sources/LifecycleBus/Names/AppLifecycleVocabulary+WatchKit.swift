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
