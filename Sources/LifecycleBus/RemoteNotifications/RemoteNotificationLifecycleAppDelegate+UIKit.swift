#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  public import LifecycleBusDelegates
  public import UIKit

  /// An app delegate for an app with remote notifications.
  ///
  /// Use it in place of `LifecycleAppDelegate`, from which it inherits. Listeners adopt
  /// `AppRemoteNotificationRegistering` and `AppRemoteNotificationReceiving`.
  ///
  /// This class is in a product of its own, because UIKit warns about its methods in an app without
  /// the background mode, and the App Store in an app without the entitlement.
  @MainActor
  open class RemoteNotificationLifecycleAppDelegate: LifecycleAppDelegate {
    /// Passes the token to `AppRemoteNotificationRegistering` listeners.
    open func application(
      _ application: UIApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      mediator.passOnRegistration(.success(deviceToken))
    }

    /// Passes the error to `AppRemoteNotificationRegistering` listeners.
    open func application(
      _ application: UIApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
      mediator.passOnRegistration(.failure(error))
    }

    /// Passes the notification to `AppRemoteNotificationReceiving` listeners, and calls the handler
    /// when they've answered.
    open func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      mediator.receiveRemoteNotification(userInfo, deadline: requestDeadline) {
        completionHandler(UIBackgroundFetchResult(rawValue: $0.rawValue) ?? .failed)
      }
    }
  }
#endif
