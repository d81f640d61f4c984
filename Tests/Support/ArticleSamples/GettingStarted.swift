import Foundation
import LifecycleBus

final class Drafts: AppLifecycleListener {
  var text = ""

  func onAppDidEnterBackground() { print("saved: \(text)") }
}

/// The samples of the page "Getting started".
@MainActor
func gettingStarted() {
  playScenarios()
  keepNoMediator()
}

@MainActor
private func playScenarios() {
  let drafts = Drafts()
  let mediator = AppLifecycleMediator(listeners: [drafts], policy: .lifecycle)
  mediator.on(.didBecomeActive) { print("\($0.previousState) -> \($0.state)") }

  AppLifecycleScenario.coldLaunchWithScenes.play()
  drafts.text = "Dear diary"
  AppLifecycleScenario.toBackground.play()
  print(mediator.state)
}

@MainActor
private func keepNoMediator() {
  func prepare() {
    let mediator = AppLifecycleMediator(listeners: [Drafts()], policy: .lifecycle)
    print("\(mediator.listenerCount) listener")
  }

  prepare()  // the mediator is released here
  NotificationCenter.default.post(.didEnterBackground)
}
