import Foundation
import StandInUIKit

// Tasks of a UIKit app by hand; `TasksTests` compares the lines between the marks.

@MainActor
final class DownloadsByHand: NSObject {
  // task: events of a background URL session
  private var completionHandler: (() -> Void)?

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    self.completionHandler = completionHandler
  }

  nonisolated func urlSessionDidFinishEvents(forBackgroundURLSession session: AnyObject) {
    Task { @MainActor in
      completionHandler?()
      completionHandler = nil
    }
  }
  // end
}

@MainActor
final class ClockByHand {
  private(set) var isRunning = false

  // task: a listener of one window
  private var observers: [any NSObjectProtocol] = []

  init(scene: UIScene, center: NotificationCenter) {
    for (name, runs) in [("UISceneDidActivate", true), ("UISceneDidEnterBackground", false)] {
      let name = Notification.Name("\(name)Notification")
      observers.append(
        center.addObserver(forName: name, object: scene, queue: nil) { [weak self] _ in
          MainActor.assumeIsolated { self?.isRunning = runs }
        })
    }
  }
  // end
}

@MainActor
final class QuickActionsByHand {
  private(set) var composed: [String] = []

  private func compose(_ type: String) -> Bool {
    composed.append(type)
    return true
  }

  // task: a quick action
  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    completionHandler(compose(shortcutItem.type))
  }
  // end
}
