#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  import LifecycleBus
  public import LifecycleBusDelegates
  import UIKit

  extension AppDelegateListener: AppRemoteNotificationRegistering {
    /// Calls `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`.
    public func onAppDidRegisterForRemoteNotifications(deviceToken: Data) {
      guard let application else { return }
      delegate.application?(
        application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    }

    /// Calls `application(_:didFailToRegisterForRemoteNotificationsWithError:)`.
    public func onAppDidFailToRegisterForRemoteNotifications(error: any Error) {
      guard let application else { return }
      delegate.application?(
        application, didFailToRegisterForRemoteNotificationsWithError: error)
    }
  }

  extension AppDelegateListener: AppRemoteNotificationReceiving {
    /// Calls `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`, and waits for the
    /// handler.
    public func onAppDidReceiveRemoteNotification(
      _ userInfo: [AnyHashable: Any]
    ) async -> AppFetchResult {
      guard let application else { return .noData }

      let result = await answer(or: UIBackgroundFetchResult.noData) { handler in
        delegate.application?(
          application, didReceiveRemoteNotification: userInfo, fetchCompletionHandler: handler)
      }
      return AppFetchResult(rawValue: result.rawValue) ?? .failed
    }
  }
#endif
