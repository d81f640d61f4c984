// Written by `declarations` from Declarations.md; edit that.
public import Foundation

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
}
