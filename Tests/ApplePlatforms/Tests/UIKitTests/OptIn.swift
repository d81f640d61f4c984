// Written by `declarations` from DelegateMethods.md; edit that.
import Foundation
import LifecycleBusOnUIKit
import DelegatesOnUIKit
import StandInUIKit
import StandInCloudKit

final class OptInLifecycleAppDelegate: LifecycleAppDelegate, UIApplicationDelegateOptInMethods {
  func application(
    _ application: UIApplication, didFailToContinueUserActivityWithType type: String,
    error: any Error
  ) {
    mediator.ask((any AppUserActivityContinuing).self) {
      $0.onAppDidFailToContinueUserActivity(type: type, error: error)
    }
  }
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    handleEvents(ofBackgroundURLSession: identifier, completionHandler: completionHandler)
  }
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    sceneConfiguration(for: session, options: options)
  }
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask {
    UIInterfaceOrientationMask(
      rawValue: (mediator.askForSupportedOrientations(window: window) ?? .all).rawValue)
  }
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    mediator.startRequest { [mediator, requestDeadline] in
      completionHandler(
        UIBackgroundFetchResult(await mediator.askToFetchInBackground(deadline: requestDeadline)))
    }
  }
  func application(_ application: UIApplication, handlerFor intent: INIntent) -> Any? {
    mediator.firstAnswer(of: (any AppIntentHandling).self) { $0.onAppHandler(for: intent) }
  }
  func application(
    _ application: UIApplication, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata
  ) {
    mediator.ask((any AppCloudKitShareAccepting).self) {
      $0.onAppAcceptCloudKitShare(metadata, scene: nil)
    }
  }
}

final class OptInLifecycleSceneDelegate: LifecycleSceneDelegate, UISceneDelegateOptInMethods,
  UIWindowSceneDelegateOptInMethods
{
  func scene(
    _ scene: UIScene, didFailToContinueUserActivityWithType type: String, error: any Error
  ) {
    mediator?.ask((any AppUserActivityContinuing).self, in: AppSceneID(scene)) {
      $0.onAppDidFailToContinueUserActivity(type: type, error: error)
    }
  }
  func supportedInterfaceOrientations(
    for windowScene: UIWindowScene
  ) -> UIInterfaceOrientationMask {
    UIInterfaceOrientationMask(
      rawValue: (mediator?.askForSupportedOrientations(window: window) ?? .all).rawValue)
  }
  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    let scene = AppSceneID(scene)
    return mediator?.firstAnswer(of: (any AppSceneStateKeeping).self, in: scene) {
      $0.onAppSaveState(of: scene)
    } as? NSUserActivity
  }
  func scene(_ scene: UIScene, restoreInteractionStateWith userActivity: NSUserActivity) {
    let activity = AppUserActivity(userActivity, in: scene)
    mediator?.ask((any AppSceneStateKeeping).self, in: activity.scene) {
      $0.onAppRestoreState(from: activity)
    }
  }
  func windowScene(
    _ windowScene: UIWindowScene, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata
  ) {
    let scene = AppSceneID(windowScene)
    mediator?.ask((any AppCloudKitShareAccepting).self, in: scene) {
      $0.onAppAcceptCloudKitShare(metadata, scene: scene)
    }
  }
}
