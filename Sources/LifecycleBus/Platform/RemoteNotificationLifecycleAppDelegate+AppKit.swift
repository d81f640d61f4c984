#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit

  /// The app delegate for a Mac app with remote notifications.
  @MainActor
  open class RemoteNotificationLifecycleAppDelegate: LifecycleAppDelegate {
    /// How long a remote notification waits for its answers, which AppKit does not ask for.
    public var requestDeadline = AppLifecycleRequest.defaultDeadline

    // `@objc`, because the protocol was adopted by the superclass: nothing here is inferred from
    // it.

    /// Tells ``AppRemoteNotificationRegistering`` listeners.
    #if canImport(ObjectiveC)
      @objc
    #endif
    open func application(
      _ application: NSApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      mediator.tellOfRemoteNotificationRegistration(deviceToken: deviceToken)
    }

    /// Tells ``AppRemoteNotificationRegistering`` listeners.
    #if canImport(ObjectiveC)
      @objc
    #endif
    open func application(
      _ application: NSApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
      mediator.tellOfFailedRemoteNotificationRegistration(error: error)
    }

    /// Asks ``AppRemoteNotificationReceiving`` listeners.
    #if canImport(ObjectiveC)
      @objc
    #endif
    open func application(
      _ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any]
    ) {
      Task {
        _ = await mediator.askToReceiveRemoteNotification(userInfo, deadline: requestDeadline)
      }
    }
  }
#endif
