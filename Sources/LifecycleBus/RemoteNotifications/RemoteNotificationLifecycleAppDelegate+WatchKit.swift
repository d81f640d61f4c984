#if canImport(UIKit) && !os(watchOS)
  // UIKit's delegate is in a file of its own; iOS can import WatchKit too.
#elseif canImport(WatchKit)
  import LifecycleBus
  public import LifecycleBusDelegates
  public import WatchKit

  /// An app delegate for a watch app with remote notifications.
  @MainActor
  open class RemoteNotificationLifecycleAppDelegate: LifecycleAppDelegate {
    /// Passes the token to `AppRemoteNotificationRegistering` listeners.
    open func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {
      mediator.passOnRegistration(.success(deviceToken))
    }

    /// Passes the error to `AppRemoteNotificationRegistering` listeners.
    open func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error) {
      mediator.passOnRegistration(.failure(error))
    }

    /// Passes the notification to `AppRemoteNotificationReceiving` listeners, and calls the handler
    /// when they've answered.
    open func didReceiveRemoteNotification(
      _ userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void
    ) {
      mediator.receiveRemoteNotification(userInfo, deadline: requestDeadline) {
        completionHandler(WKBackgroundFetchResult(rawValue: $0.rawValue) ?? .failed)
      }
    }
  }
#endif
