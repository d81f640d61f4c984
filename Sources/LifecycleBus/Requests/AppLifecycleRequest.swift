/// A delegate method that wants an answer, or at least everybody's attention.
///
/// A notification has no answer, a delegate method may. For each case there is a small protocol
/// that listeners adopt, and a method on the mediator that asks every adopter and makes one answer
/// of theirs.
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
  /// ``SceneConfiguring``
  case sceneConfiguration
  /// ``AppOrientationSupporting``
  case supportedOrientations
  /// ``AppIntentHandling``
  case handlerForIntent
  /// ``AppTerminationDeciding``
  case shouldTerminate
}

extension AppLifecycleRequest {
  /// How long an asynchronous request waits for its answers unless you say otherwise: 25 seconds.
  ///
  /// UIKit gives an app about 30 seconds before it ends the process (`UIApplicationDelegate`,
  /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`).
  public static let defaultDeadline: Duration = .seconds(25)
}

/// A listener that answers requests: what all request protocols have in common.
///
/// Adopt the protocols of single requests, not this one; as many as you like, beside the life-cycle
/// methods. A mediator finds the adopters when they are attached. They are asked on the main actor,
/// in the mediator's order: higher priority first, then in the order of attachment, never mirrored.
/// A listener that is detached before its turn is not asked.
///
/// ```swift
/// final class DeepLinks: AppURLOpening {
///   func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
///     router.show(url)
///   }
/// }
/// ```
@MainActor
public protocol AppRequestListener: AppLifecycleListener {}

/// One listener's answer to a request.
public struct AppLifecycleAnswer<Value> {
  /// The name of the listener's type.
  public let listener: String
  /// What it said.
  public let value: Value

  /// Makes an answer, for a test.
  public init(listener: String, value: Value) {
    self.listener = listener
    self.value = value
  }
}

extension AppLifecycleAnswer: Sendable where Value: Sendable {}
extension AppLifecycleAnswer: Equatable where Value: Equatable {}
