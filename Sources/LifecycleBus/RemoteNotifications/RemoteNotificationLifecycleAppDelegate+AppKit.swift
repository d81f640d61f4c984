#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  import LifecycleBus
  public import LifecycleBusDelegates

  /// An app delegate for a Mac app with remote notifications.
  @MainActor
  open class RemoteNotificationLifecycleAppDelegate: LifecycleAppDelegate {
    /// Passes the token to `AppRemoteNotificationRegistering` listeners.
    open func application(
      _ application: NSApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      mediator.passOnRegistration(.success(deviceToken))
    }

    /// Passes the error to `AppRemoteNotificationRegistering` listeners.
    open func application(
      _ application: NSApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
      mediator.passOnRegistration(.failure(error))
    }

    /// Passes the notification to `AppRemoteNotificationReceiving` listeners.
    open func application(
      _ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any]
    ) {
      mediator.receiveRemoteNotification(userInfo, deadline: requestDeadline) { _ in }
    }
  }
#endif
