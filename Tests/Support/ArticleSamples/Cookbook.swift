import Foundation
import LifecycleBus
import Listeners

/// The samples of the page "Cookbook".
@MainActor
func cookbook() async {
  coverTheScreen()
  onlyTheFirstTime()
  inDebugBuildsOnly()
  await waitUntilActive()
  nameTheSlowListener()
}

@MainActor
private func coverTheScreen() {
  final class PrivacyCover: AppLifecycleListener {
    private var isCovered = false

    func onAppWillResignActive() {
      guard !isCovered else { return }
      isCovered = true
      print("cover")
    }

    func onAppDidBecomeActive() {
      guard isCovered else { return }
      isCovered = false
      print("uncover")
    }
  }

  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(
    listeners: [PrivacyCover()], policy: .lifecycle, notificationCenter: center)
  AppLifecycleScenario.coldLaunchWithScenes.play(on: center)
  AppLifecycleScenario.doubleActivation.play(on: center)
  print(mediator.state)
}

@MainActor
private func onlyTheFirstTime() {
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(notificationCenter: center)
  var welcome: AppLifecycleAttachment?
  welcome = mediator.on(.didBecomeActive) { _ in
    print("welcome")
    welcome?.detach()
  }
  center.post(.didBecomeActive)
  center.post(.didBecomeActive)
}

@MainActor
private func inDebugBuildsOnly() {
  let logsEvents = true
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(notificationCenter: center) {
    RecordingListener()
    if logsEvents {
      ClosureListener("log") { print("\($0.event): \($0.previousState) -> \($0.state)") }
    }
  }
  mediator.post(.significantTimeChange)
}

@MainActor
private func waitUntilActive() async {
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(notificationCenter: center)
  let events = mediator.events()
  let task = Task {
    for await event in events where event == .didBecomeActive { return print("active at last") }
  }
  AppLifecycleScenario.coldLaunchWithScenes.play(on: center)
  await task.value
}

@MainActor
private func nameTheSlowListener() {
  struct SearchIndex: AppLifecycleListener {
    func onAppDidEnterBackground() {
      let end = ContinuousClock.now + .milliseconds(20)
      while .now < end {}
    }
  }

  let recorder = FlightRecorder(allowance: .milliseconds(16))
  recorder.onOverrun = { late in
    print("\(late.event) was late: \(late.offenders.map(\.listener))")
  }
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(listeners: [SearchIndex()], notificationCenter: center)
  mediator.probe = recorder
  center.post(.didEnterBackground)
}
