// Written by `declarations` from DelegateMethods.md; edit that.
import Foundation
import LifecycleBus
import LifecycleBusDelegates
import UIKit

final class OptInLifecycleAppDelegate: LifecycleAppDelegate, UIApplicationDelegateOptInMethods {
  func application(
    _ application: UIApplication, didFailToContinueUserActivityWithType type: String,
    error: any Error
  ) { mediator.tellOfFailedUserActivity(type: type, error: error) }
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) { handleEvents(ofBackgroundURLSession: identifier, completionHandler) }
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { sceneConfiguration(for: session, options: options) }
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask { mediator.supportedInterfaceOrientations(for: window) ?? .all }
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) { performFetch(completionHandler) }
  func application(_ application: UIApplication, handlerFor intent: INIntent) -> Any? {
    mediator.askForHandler(of: intent)
  }
}

final class OptInLifecycleSceneDelegate: LifecycleSceneDelegate, UISceneDelegateOptInMethods,
  UIWindowSceneDelegateOptInMethods
{
  func scene(_ scene: UIScene, didFailToContinueUserActivityWithType type: String, error: any Error)
  { mediator?.tellOfFailedUserActivity(type: type, error: error) }
  func supportedInterfaceOrientations(for windowScene: UIWindowScene) -> UIInterfaceOrientationMask
  { mediator?.supportedInterfaceOrientations(for: window) ?? .all }
}
