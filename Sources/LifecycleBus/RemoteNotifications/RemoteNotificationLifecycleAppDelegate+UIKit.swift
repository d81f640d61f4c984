#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  public import LifecycleBusDelegates
  public import UIKit

  /// An app delegate for an app with remote notifications.
  ///
  /// It has a product of its own, because UIKit warns of its methods in an app without the background
  /// mode, and the App Store in one without the entitlement. Listeners adopt
  /// `AppRemoteNotificationRegistering` and `AppRemoteNotificationReceiving`.
  @MainActor
  open class RemoteNotificationLifecycleAppDelegate: LifecycleAppDelegate {
    // The compiler would infer these selectors from the protocol that the superclass adopts. They are
    // written out because nobody sees a push that doesn't arrive.

    /// Passes the token to `AppRemoteNotificationRegistering` listeners.
    #if canImport(ObjectiveC)
      @objc(application:didRegisterForRemoteNotificationsWithDeviceToken:)
    #endif
    open func application(
      _ application: UIApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      mediator.passOnRegistration(.success(deviceToken))
    }

    /// Passes the error to `AppRemoteNotificationRegistering` listeners.
    #if canImport(ObjectiveC)
      @objc(application:didFailToRegisterForRemoteNotificationsWithError:)
    #endif
    open func application(
      _ application: UIApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
      mediator.passOnRegistration(.failure(error))
    }

    /// Asks `AppRemoteNotificationReceiving` listeners, and calls the handler once.
    #if canImport(ObjectiveC)
      @objc(application:didReceiveRemoteNotification:fetchCompletionHandler:)
    #endif
    open func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      mediator.receiveRemoteNotification(userInfo, deadline: requestDeadline) {
        completionHandler(UIBackgroundFetchResult($0))
      }
    }
  }
#endif
