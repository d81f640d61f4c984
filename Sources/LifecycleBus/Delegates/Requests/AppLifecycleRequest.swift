/// A delegate method that returns an answer, or that several listeners handle.
///
/// A notification has no answer; a delegate method may have one. For each case there is a small
/// protocol that listeners adopt, and a method on the mediator that asks every adopter and reduces
/// the answers to one.
public enum AppLifecycleRequest: String, CaseIterable, Codable, Sendable {
  /// ``AppLaunchPreparing``
  case willFinishLaunching
  /// ``AppLaunchHandling``
  case didFinishLaunching
  /// ``AppURLOpening``
  case openURL
  /// ``AppUserActivityAnnouncing``
  case willContinueUserActivity
  /// ``AppUserActivityContinuing``
  case continueUserActivity
  /// ``AppUserActivityWatching``
  case userActivityChanges
  /// ``AppQuickActionPerforming``
  case performQuickAction
  /// ``AppRemoteNotificationRegistering``
  case remoteNotificationRegistration
  /// ``AppRemoteNotificationReceiving``
  case receiveRemoteNotification
  /// ``AppBackgroundFetching``
  case backgroundFetch
  /// ``AppBackgroundURLSessionHandling``
  case backgroundURLSessionEvents
  /// ``AppExtensionPointDeciding``
  case shouldAllowExtensionPoint
  /// ``AppStateSaving``
  case shouldSaveState
  /// ``AppStateRestoring``
  case shouldRestoreState
  /// ``AppSceneConfiguring``
  case sceneConfiguration
  /// ``AppOrientationSupporting``
  case supportedOrientations
  /// ``AppIntentHandling``
  case handlerForIntent
  /// ``AppTerminationDeciding``
  case shouldTerminate
}
