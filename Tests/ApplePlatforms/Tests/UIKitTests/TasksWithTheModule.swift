import DelegatesOnUIKit
import Foundation
import LifecycleBusOnUIKit
import StandInUIKit

// The same tasks with the module.

final class Downloads: LifecycleAppDelegate {
  // task: events of a background URL session
  let sessions = AppBackgroundURLSessions("downloads")

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    handleEvents(ofBackgroundURLSession: identifier, completionHandler: completionHandler)
  }

  nonisolated func urlSessionDidFinishEvents(forBackgroundURLSession session: AnyObject) {
    sessions.finish("downloads")
  }
  // end
}

final class Clock: AppSceneListener {
  private(set) var isRunning = false

  // task: a listener of one window
  let answersForScene: AppSceneID?

  init(scene: UIScene) { answersForScene = AppSceneID(scene) }

  func onAppSceneDidActivate(_ scene: AppSceneContext) { isRunning = true }

  func onAppSceneDidEnterBackground(_ scene: AppSceneContext) { isRunning = false }
  // end
}

final class QuickActions: AppQuickActionPerforming {
  private(set) var composed: [String] = []

  private func compose(_ type: String) -> Bool {
    composed.append(type)
    return true
  }

  // task: a quick action
  func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool { compose(action.type) }
  // end
}
