import Foundation
import LifecycleBus
import LifecycleBusDelegates

/// The samples of the page "Getting started".
@MainActor
func gettingStarted() {
  final class Drafts: AppLifecycleListener {
    var text = ""

    func onAppDidEnterBackground() { print("saved: \(text)") }
    func onAppDidReceiveMemoryWarning() { print("emptied the cache") }
  }

  let drafts = Drafts()
  let mediator = AppLifecycleMediator(listeners: [drafts])
  mediator.on(.didBecomeActive) { print("\($0.previousState) -> \($0.state)") }

  AppLifecycleScenario.coldLaunchWithScenes.play()
  drafts.text = "Dear diary"
  AppLifecycleScenario.toBackground.play()
  print(mediator.state)

  var forgotten: AppLifecycleMediator? = AppLifecycleMediator(listeners: [drafts])
  NotificationCenter.default.post(.didReceiveMemoryWarning)
  forgotten = nil
  NotificationCenter.default.post(.didReceiveMemoryWarning)
  print(forgotten == nil ? "released" : "kept")

  class Screen: AppLifecycleListener {
    func onAppDidBecomeActive() {}
  }

  final class Inbox: Screen {
    override func onAppDidBecomeActive() { print("refreshed") }
  }

  Inbox().receive(.didBecomeActive)
}
