import Foundation
import LifecycleBus

final class Drafts: AppLifecycleListener {
  var text = ""

  func onAppDidEnterBackground() { print("saved: \(text)") }
}

/// The samples of the page "Getting started".
@MainActor
func gettingStarted() async {
  playScenarios()
  await finishWork()
  keepNoMediator()
  overrideMethod()
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
private func finishWork() async {
  final class Upload: AppLifecycleListener {
    private weak var mediator: AppLifecycleMediator?

    func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }

    func onAppDidEnterBackground() {
      let hold = mediator?.hold("upload")
      Task {
        await send()
        hold?.release()
      }
    }

    private func send() async { print("sent") }
  }

  let mediator = AppLifecycleMediator(policy: .lifecycle) { Upload() }
  mediator.post(.didEnterBackground)
  await mediator.waitForHolds(upTo: .seconds(5))  // an app leaves this to the system
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

@MainActor
private func overrideMethod() {
  class Screen: AppLifecycleListener {
    func onAppDidBecomeActive() {}
  }

  final class Inbox: Screen {
    override func onAppDidBecomeActive() { print("refreshed") }
  }

  Inbox().receive(.didBecomeActive)
}
