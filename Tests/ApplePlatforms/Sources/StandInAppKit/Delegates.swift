// Written by `declarations` from Declarations.md; edit that.
public import Foundation
public import StandInCloudKit

public protocol NSApplicationDelegate: AnyObject {}

public protocol NSApplicationDelegateMethods: NSApplicationDelegate {
  @MainActor func applicationShouldTerminate(_ sender: NSApplication)
    -> NSApplication.TerminateReply
  @MainActor func application(
    _ application: NSApplication, willContinueUserActivityWithType userActivityType: String
  ) -> Bool
  @MainActor func application(
    _ application: NSApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any NSUserActivityRestoring]) -> Void
  ) -> Bool
  @MainActor func application(_ application: NSApplication, didUpdate userActivity: NSUserActivity)
  @MainActor func applicationWillFinishLaunching(_ notification: Notification)
  @MainActor func application(_ app: NSApplication, willEncodeRestorableState coder: NSCoder)
  @MainActor func application(_ app: NSApplication, didDecodeRestorableState coder: NSCoder)
}

public protocol NSApplicationDelegateRemoteNotificationMethods: NSApplicationDelegate {
  @MainActor func application(
    _ application: NSApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  )
  @MainActor func application(
    _ application: NSApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
  @MainActor func application(
    _ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any])
}

public protocol NSApplicationDelegateOptInMethods: NSApplicationDelegate {
  @MainActor func application(_ application: NSApplication, open urls: [URL])
  @MainActor func application(
    _ application: NSApplication, didFailToContinueUserActivityWithType userActivityType: String,
    error: any Error)
  @MainActor func applicationShouldHandleReopen(
    _ sender: NSApplication, hasVisibleWindows flag: Bool
  ) -> Bool
  @MainActor func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool
  @MainActor func application(_ sender: NSApplication, openFiles filenames: [String])
  @MainActor func applicationSupportsSecureRestorableState(_ app: NSApplication) -> Bool
  @MainActor func application(
    _ application: NSApplication, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata)
}
