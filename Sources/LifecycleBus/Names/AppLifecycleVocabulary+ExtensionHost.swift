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
