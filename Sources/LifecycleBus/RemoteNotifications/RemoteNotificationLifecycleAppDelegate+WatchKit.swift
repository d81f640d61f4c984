#if canImport(WatchKit) && (os(watchOS) || !canImport(UIKit))
  import LifecycleBus
  public import LifecycleBusDelegates
  public import WatchKit

  /// An app delegate for a watch app with remote notifications.
  @MainActor
  open class RemoteNotificationLifecycleAppDelegate: LifecycleAppDelegate {
    // `@objc` with the selector, because the superclass adopts the protocol: the compiler infers
    // neither here.

    /// Passes the token to `AppRemoteNotificationRegistering` listeners.
    #if canImport(ObjectiveC)
      @objc(didRegisterForRemoteNotificationsWithDeviceToken:)
    #endif
    open func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {
      mediator.ask((any AppRemoteNotificationRegistering).self) {
        $0.onAppDidRegisterForRemoteNotifications(deviceToken: deviceToken)
      }
    }

    /// Passes the error to `AppRemoteNotificationRegistering` listeners.
    #if canImport(ObjectiveC)
      @objc(didFailToRegisterForRemoteNotificationsWithError:)
    #endif
    open func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error) {
      mediator.ask((any AppRemoteNotificationRegistering).self) {
        $0.onAppDidFailToRegisterForRemoteNotifications(error: error)
      }
    }

    /// Asks `AppRemoteNotificationReceiving` listeners.
    ///
    /// The handler is called once, on the main actor, with the combined result.
    #if canImport(ObjectiveC)
      @objc(didReceiveRemoteNotification:fetchCompletionHandler:)
    #endif
    open func didReceiveRemoteNotification(
      _ userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void
    ) {
      mediator.startRequest { [mediator, requestDeadline] in
        let result = await mediator.askToReceiveRemoteNotification(
          userInfo, deadline: requestDeadline)
        completionHandler(WKBackgroundFetchResult(result))
      }
    }
  }

  extension WKBackgroundFetchResult {
    /// Makes the WatchKit value of a portable fetch result.
    ///
    /// - Parameter result: The result of the listeners.
    public init(_ result: AppFetchResult) {
      self =
        switch result {
        case .newData: .newData
        case .noData: .noData
        case .failed: .failed
        }
    }
  }
#endif
