#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import LifecycleBus
  public import UIKit

  /// Performs the quick action that the user has picked on the Home Screen.
  @MainActor
  public protocol AppQuickActionPerforming: AppRequestListener {
    /// The user has picked a quick action. Return true if you've performed it.
    ///
    /// The `scene` is the one in which to perform it; `nil` in an app without scenes.
    func onAppPerformQuickAction(
      _ item: UIApplicationShortcutItem, scene: AppSceneID?
    ) async -> Bool
  }

  extension AppLifecycleMediator {
    func perform(
      _ item: UIApplicationShortcutItem, in scene: AppSceneID? = nil, deadline: Duration,
      _ completionHandler: @escaping (Bool) -> Void
    ) {
      startRequest {
        let answers = await self.askAndWait(
          (any AppQuickActionPerforming).self, in: scene, deadline: deadline
        ) { await $0.onAppPerformQuickAction(item, scene: scene) }
        completionHandler(answers.contains(true))
      }
    }
  }
#endif
