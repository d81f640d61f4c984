// The delegate methods that an app adds to its subclass, to copy. In an app the line with `@objc`
// has no slashes; here there is no Objective-C.
import DelegatesOnUIKit
import Foundation
import LifecycleBusOnUIKit
import StandInUIKit

final class OptInLifecycleAppDelegate: LifecycleAppDelegate {
  // UIKit no longer shows a message of its own.
  // @objc(application:didFailToContinueUserActivityWithType:error:)
  func application(
    _ application: UIApplication, didFailToContinueUserActivityWithType type: String,
    error: any Error
  ) {
    mediator.ask((any AppUserActivityContinuing).self) {
      $0.onAppDidFailToContinueUserActivity(type: type, error: error)
    }
  }

  // SwiftUI's `.backgroundTask(.urlSession(_:))` no longer receives these events.
  // @objc(application:handleEventsForBackgroundURLSession:completionHandler:)
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    Task { [mediator, requestDeadline] in
      await mediator.askAndWait(
        (any AppBackgroundURLSessionHandling).self, deadline: requestDeadline
      ) { await $0.onAppHandleBackgroundURLSessionEvents(identifier: identifier) }
      completionHandler()
    }
  }

  // @objc(application:configurationForConnectingSceneSession:options:)
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    mediator.firstAnswer(of: (any AppSceneConfiguring).self) {
      $0.onAppConfigureScene(session, options: options)
    } ?? session.configuration
  }

  // The Info.plist no longer decides, so write its orientations in place of `.all`.
  // @objc(application:supportedInterfaceOrientationsForWindow:)
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask {
    UIInterfaceOrientationMask(
      commonTo: mediator.ask((any AppOrientationSupporting).self) {
        $0.onAppSupportedOrientations(window: window)
      }) ?? .all
  }
}

final class OptInLifecycleSceneDelegate: LifecycleSceneDelegate {
  // @objc(scene:didFailToContinueUserActivityWithType:error:)
  func scene(
    _ scene: UIScene, didFailToContinueUserActivityWithType type: String, error: any Error
  ) {
    mediator?.ask((any AppUserActivityContinuing).self, in: AppSceneID(scene)) {
      $0.onAppDidFailToContinueUserActivity(type: type, error: error)
    }
  }

  // @objc(supportedInterfaceOrientationsForWindowScene:)
  func supportedInterfaceOrientations(
    for windowScene: UIWindowScene
  ) -> UIInterfaceOrientationMask {
    UIInterfaceOrientationMask(
      commonTo: mediator?.ask((any AppOrientationSupporting).self) {
        $0.onAppSupportedOrientations(window: window)
      } ?? []) ?? .all
  }
}
