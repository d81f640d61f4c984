import Foundation
import LifecycleBus

/// The samples of the page "UIKit and scenes".
@MainActor
func uiKitAndScenes() {
  final class WindowWatch: AppSceneListener {
    func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
      print("\(event), visible: \(scene.visibleSceneCount)")
    }

    func onAppDidEnterBackground() { print("the app is in the background") }
  }

  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(listeners: [WindowWatch()], notificationCenter: center)
  mediator.observeScenes(on: center)

  final class Window {}
  let (left, right) = (Window(), Window())
  center.post(.didActivate, scene: left)
  center.post(.didActivate, scene: right)
  center.post(.didEnterBackground, scene: left)  // the app is still in the foreground
  center.post(.didEnterBackground, scene: right)
  center.post(.didEnterBackground)  // UIKit posts it after the last scene's own
}
