#if canImport(UIKit) && !os(watchOS)
  package import Foundation
  import LifecycleBus
  package import LifecycleBusDelegates
  import UIKit

  extension AppDelegateRequests: AppRemoteNotificationRegistering {
    package func onAppDidRegisterForRemoteNotifications(deviceToken: Data) {
      call {
        $0.application?($1, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
      }
    }

    package func onAppDidFailToRegisterForRemoteNotifications(error: any Error) {
      call { $0.application?($1, didFailToRegisterForRemoteNotificationsWithError: error) }
    }
  }

  extension AppDelegateRequests: AppRemoteNotificationReceiving {
    package func onAppDidReceiveRemoteNotification(
      _ userInfo: [AnyHashable: Any]
    ) async -> AppFetchResult {
      let result = await answer(or: UIBackgroundFetchResult.noData) {
        delegate, application, handler in
        delegate.application?(
          application, didReceiveRemoteNotification: userInfo, fetchCompletionHandler: handler)
      }
      return AppFetchResult(rawValue: result.rawValue) ?? .failed
    }
  }
#endif
