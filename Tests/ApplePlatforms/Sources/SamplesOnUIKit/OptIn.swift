// Written by `declarations` from DelegateMethods.md; edit that.
import Foundation
import LifecycleBus
import LifecycleBusDelegates
import UIKit
import CloudKit

final class OptInLifecycleAppDelegate: LifecycleAppDelegate, UIApplicationDelegateOptInMethods {
  func application(
    _ application: UIApplication, didFailToContinueUserActivityWithType type: String,
    error: any Error
  ) {
    mediator.tellOfFailedUserActivity(type: type, error: error)
  }
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    mediator.startRequest { [mediator, requestDeadline] in
      await mediator.askToHandleBackgroundURLSessionEvents(
        identifier: identifier, deadline: requestDeadline)
      completionHandler()
    }
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
    mediator.askForHandler(of: intent)
  }
  func application(
    _ application: UIApplication, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata
  ) {
    mediator.tellOfAcceptedCloudKitShare(metadata)
  }
}

final class OptInLifecycleSceneDelegate: LifecycleSceneDelegate, UISceneDelegateOptInMethods,
  UIWindowSceneDelegateOptInMethods
{
  func scene(
    _ scene: UIScene, didFailToContinueUserActivityWithType type: String, error: any Error
  ) {
    mediator?.tellOfFailedUserActivity(type: type, error: error, scene: AppSceneID(scene))
  }
  func supportedInterfaceOrientations(
    for windowScene: UIWindowScene
  ) -> UIInterfaceOrientationMask {
    UIInterfaceOrientationMask(
      rawValue: (mediator?.askForSupportedOrientations(window: window) ?? .all).rawValue)
  }
  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    mediator?.askForState(of: AppSceneID(scene)) as? NSUserActivity
  }
  func scene(_ scene: UIScene, restoreInteractionStateWith userActivity: NSUserActivity) {
    mediator?.tellOfRestoredState(AppUserActivity(userActivity, in: scene))
  }
  func windowScene(
    _ windowScene: UIWindowScene, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata
  ) {
    mediator?.tellOfAcceptedCloudKitShare(metadata, scene: AppSceneID(windowScene))
  }
}
