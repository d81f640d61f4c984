import LifecycleBus
import LifecycleBusDelegates
import UIKit
import UserNotifications

extension LifecycleAppDelegate {
  /// The delegate with this listener.
  func serving(_ listener: any AppLifecycleListener) -> Self {
    mediator.attach(listener)
    return self
  }
}

extension Adopter: AppQuickActionPerforming, AppBackgroundURLSessionHandling,
  AppSceneConfiguring, AppOrientationSupporting, AppNotificationResponding
{
  func onAppReceiveNotificationResponse(
    _ response: UNNotificationResponse, scene: AppSceneID?
  ) async { note("respond \(response.actionIdentifier)", scene) }
  func onAppPerformQuickAction(
    _ item: UIApplicationShortcutItem, scene: AppSceneID?
  ) async -> Bool {
    await pause()
    return note("perform \(item.type)", scene)
  }
  func onAppHandleBackgroundURLSessionEvents(identifier: String) async {
    note("session \(identifier)")
  }
  func onAppConfigureScene(
    _ session: UISceneSession, options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration? { UISceneConfiguration(name: "Editor", sessionRole: session.role) }
  func onAppDidDiscardScenes(_ sessions: Set<UISceneSession>) {
    note("discarded \(sessions.count)")
  }
  func onAppSupportedOrientations(window: UIWindow?) -> UIInterfaceOrientationMask? { orientations }
}
