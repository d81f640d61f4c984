#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// The app delegate for an app with remote notifications.
  ///
  /// A separate class, because UIKit and the App Store look for these methods: UIKit logs a warning
  /// for an app that implements them without the capability and the background mode.
  @MainActor
  open class RemoteNotificationLifecycleAppDelegate: LifecycleAppDelegate {
    // `@objc`, because the superclass adopts the protocol: nothing is inferred from it here.

    /// Tells ``AppRemoteNotificationRegistering`` listeners.
    #if canImport(ObjectiveC)
      @objc
    #endif
    open func application(
      _ application: UIApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      mediator.tellOfRemoteNotificationRegistration(deviceToken: deviceToken)
    }

    /// Tells ``AppRemoteNotificationRegistering`` listeners.
    #if canImport(ObjectiveC)
      @objc
    #endif
    open func application(
      _ application: UIApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
      mediator.tellOfFailedRemoteNotificationRegistration(error: error)
    }

    /// Asks ``AppRemoteNotificationReceiving`` listeners, and calls the handler once, on the main
    /// actor, within ``LifecycleAppDelegate/requestDeadline``.
    #if canImport(ObjectiveC)
      @objc
    #endif
    open func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      Task {
        let result = await mediator.askToReceiveRemoteNotification(
          userInfo, deadline: requestDeadline)
        completionHandler(UIBackgroundFetchResult(result))
      }
    }
  }
#endif
