import Foundation
import LifecycleBus

final class ImageCache: AppLifecycleListener {
  func onAppDidEnterBackground() { print("cache emptied") }
}

let mediator = AppLifecycleMediator(listeners: [ImageCache()])
mediator.on(.didBecomeActive) { print("\($0.previousState) -> \($0.state)") }
NotificationCenter.default.post(.didBecomeActive)
NotificationCenter.default.post(.didEnterBackground)
