// Written by `declarations` from Declarations.md; edit that.
public import Foundation
public import StandInCloudKit

@MainActor public protocol WKApplicationDelegate: AnyObject {}

@MainActor public protocol WKApplicationDelegateMethods: WKApplicationDelegate {
  func handle(_ userActivity: NSUserActivity)
  func applicationDidFinishLaunching()
}

@MainActor public protocol WKApplicationDelegateRemoteNotificationMethods: WKApplicationDelegate {
  func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data)
  func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error)
  func didReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void)
}

@MainActor public protocol WKApplicationDelegateOptInMethods: WKApplicationDelegate {
  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>)
  func userDidAcceptCloudKitShare(with metadata: CKShare.Metadata)
}
