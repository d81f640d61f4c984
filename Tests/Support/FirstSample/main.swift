import Foundation
import LifecycleBus

struct AutoSave: AppLifecycleListener {
  func onAppDidEnterBackground() { print("drafts saved") }
}

let mediator = AppLifecycleMediator(listeners: [AutoSave()], policy: .lifecycle)
mediator.on(.didBecomeActive) { print("\($0.previousState) -> \($0.state)") }
NotificationCenter.default.post(.didBecomeActive)
NotificationCenter.default.post(.didEnterBackground)
