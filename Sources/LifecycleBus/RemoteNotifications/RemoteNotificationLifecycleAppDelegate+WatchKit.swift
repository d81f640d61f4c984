#if canImport(UIKit) && !os(watchOS)
  // UIKit's delegate is in a file of its own; iOS can import WatchKit too.
#elseif canImport(WatchKit)
  import LifecycleBus
  public import LifecycleBusDelegates
  public import WatchKit

  /// An app delegate for a watch app with remote notifications.
  @MainActor
  open class RemoteNotificationLifecycleAppDelegate: LifecycleAppDelegate {
    // The compiler would infer these selectors from the protocol that the superclass adopts. They are
    // written out because nobody sees a push that doesn't arrive.

    /// Passes the token to `AppRemoteNotificationRegistering` listeners.
    #if canImport(ObjectiveC)
      @objc(didRegisterForRemoteNotificationsWithDeviceToken:)
    #endif
    open func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {
      mediator.passOnRegistration(.success(deviceToken))
    }

    /// Passes the error to `AppRemoteNotificationRegistering` listeners.
    #if canImport(ObjectiveC)
      @objc(didFailToRegisterForRemoteNotificationsWithError:)
    #endif
    open func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error) {
      mediator.passOnRegistration(.failure(error))
    }

    /// Asks `AppRemoteNotificationReceiving` listeners, and calls the handler once.
    #if canImport(ObjectiveC)
      @objc(didReceiveRemoteNotification:fetchCompletionHandler:)
    #endif
    open func didReceiveRemoteNotification(
      _ userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void
    ) {
      mediator.receiveRemoteNotification(userInfo, deadline: requestDeadline) {
        completionHandler(WKBackgroundFetchResult($0))
      }
    }
  }

  extension WKBackgroundFetchResult {
    /// WatchKit's value of a fetch result.
    public init(_ result: AppFetchResult) {
      self = Self(rawValue: result.rawValue) ?? .failed
    }
  }
#endif
