#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  import LifecycleBus
  public import LifecycleBusDelegates

  /// An app delegate for a Mac app with remote notifications.
  @MainActor
  open class RemoteNotificationLifecycleAppDelegate: LifecycleAppDelegate {
    // `@objc` with the selector, because the superclass adopts the protocol: the compiler infers
    // neither here.

    /// Passes the token to `AppRemoteNotificationRegistering` listeners.
    #if canImport(ObjectiveC)
      @objc(application:didRegisterForRemoteNotificationsWithDeviceToken:)
    #endif
    open func application(
      _ application: NSApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      mediator.ask((any AppRemoteNotificationRegistering).self) {
        $0.onAppDidRegisterForRemoteNotifications(deviceToken: deviceToken)
      }
    }

    /// Passes the error to `AppRemoteNotificationRegistering` listeners.
    #if canImport(ObjectiveC)
      @objc(application:didFailToRegisterForRemoteNotificationsWithError:)
    #endif
    open func application(
      _ application: NSApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
      mediator.ask((any AppRemoteNotificationRegistering).self) {
        $0.onAppDidFailToRegisterForRemoteNotifications(error: error)
      }
    }

    /// Asks `AppRemoteNotificationReceiving` listeners.
    #if canImport(ObjectiveC)
      @objc(application:didReceiveRemoteNotification:)
    #endif
    open func application(
      _ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any]
    ) {
      mediator.startRequest { [mediator, requestDeadline] in
        _ = await mediator.askToReceiveRemoteNotification(userInfo, deadline: requestDeadline)
      }
    }
  }
#endif
