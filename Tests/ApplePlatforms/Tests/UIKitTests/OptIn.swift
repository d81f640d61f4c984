// Written by `declarations` from DelegateMethods.md; edit that.
import Foundation
import LifecycleBusOnUIKit
import DelegatesOnUIKit
import StandInUIKit
import StandInCloudKit

@MainActor
protocol ExtensionDeciding: AppRequestListener {
  func mayUse(_ point: UIApplication.ExtensionPointIdentifier) -> Bool
}

@MainActor
protocol StateRestoring: AppRequestListener {
  func save(with coder: NSCoder) -> Bool
  func restore(with coder: NSCoder) -> Bool
}

@MainActor
protocol ShareAccepting: AppRequestListener {
  func accept(_ share: CKShare.Metadata)
}

@MainActor
protocol SceneRestoring: AppRequestListener {
  func state() -> NSUserActivity?
  func restore(_ state: NSUserActivity)
}

final class OptInLifecycleAppDelegate: LifecycleAppDelegate {
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
    Task { [mediator, requestDeadline] in
      await mediator.askAndWait(
        (any AppBackgroundURLSessionHandling).self, deadline: requestDeadline
      ) { await $0.onAppHandleBackgroundURLSessionEvents(identifier: identifier) }
      completionHandler()
    }
  }
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    mediator.firstAnswer(of: (any AppSceneConfiguring).self) {
      $0.onAppConfigureScene(session, options: options)
    } ?? session.configuration
  }
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask {
    UIInterfaceOrientationMask(
      commonTo: mediator.ask((any AppOrientationSupporting).self) {
        $0.onAppSupportedOrientations(window: window)
      }) ?? .all
  }
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Task { [mediator, requestDeadline] in
      let answers = await mediator.askAndWait(
        (any AppBackgroundFetching).self, deadline: requestDeadline
      ) { await $0.onAppPerformFetch() }
      completionHandler(UIBackgroundFetchResult(AppFetchResult(combining: answers)))
    }
  }
  func application(_ application: UIApplication, handlerFor intent: INIntent) -> Any? {
    mediator.firstAnswer(of: (any AppIntentHandling).self) { $0.onAppHandler(for: intent) }
  }
  func application(
    _ application: UIApplication,
    shouldAllowExtensionPointIdentifier point: UIApplication.ExtensionPointIdentifier
  ) -> Bool {
    mediator.ask((any ExtensionDeciding).self) { $0.mayUse(point) }.allSatisfy { $0 }
  }
  func application(
    _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
  ) -> Bool {
    mediator.ask((any StateRestoring).self) { $0.save(with: coder) }.contains(true)
  }
  func application(
    _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
  ) -> Bool {
    let answers = mediator.ask((any StateRestoring).self) { $0.restore(with: coder) }
    return !answers.isEmpty && !answers.contains(false)
  }
  func application(
    _ application: UIApplication, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata
  ) {
    mediator.ask((any ShareAccepting).self) { $0.accept(metadata) }
  }
}

final class OptInLifecycleSceneDelegate: LifecycleSceneDelegate {
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
      commonTo: mediator?.ask((any AppOrientationSupporting).self) {
        $0.onAppSupportedOrientations(window: window)
      } ?? []) ?? .all
  }
  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    mediator?.firstAnswer(of: (any SceneRestoring).self, in: AppSceneID(scene)) { $0.state() }
  }
  func scene(_ scene: UIScene, restoreInteractionStateWith state: NSUserActivity) {
    mediator?.ask((any SceneRestoring).self, in: AppSceneID(scene)) { $0.restore(state) }
  }
  func windowScene(
    _ windowScene: UIWindowScene, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata
  ) {
    mediator?.ask((any ShareAccepting).self, in: AppSceneID(windowScene)) { $0.accept(metadata) }
  }
}
