#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  import LifecycleBus
  public import LifecycleBusDelegates

  /// An app delegate for a Mac app with remote notifications.
  @MainActor
  open class RemoteNotificationLifecycleAppDelegate: LifecycleAppDelegate {
    // The compiler would infer these selectors from the protocol that the superclass adopts. They are
    // written out because nobody sees a push that doesn't arrive.

    /// Passes the token to `AppRemoteNotificationRegistering` listeners.
    #if canImport(ObjectiveC)
      @objc(application:didRegisterForRemoteNotificationsWithDeviceToken:)
    #endif
    open func application(
      _ application: NSApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      mediator.passOnRegistration(.success(deviceToken))
    }

    /// Passes the error to `AppRemoteNotificationRegistering` listeners.
    #if canImport(ObjectiveC)
      @objc(application:didFailToRegisterForRemoteNotificationsWithError:)
    #endif
    open func application(
      _ application: NSApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
      mediator.passOnRegistration(.failure(error))
    }

    /// Asks `AppRemoteNotificationReceiving` listeners.
    #if canImport(ObjectiveC)
      @objc(application:didReceiveRemoteNotification:)
    #endif
    open func application(
      _ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any]
    ) {
      mediator.receiveRemoteNotification(userInfo, deadline: requestDeadline) { _ in }
    }
  }
#endif
