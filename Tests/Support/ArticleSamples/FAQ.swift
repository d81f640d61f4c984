import Foundation
import LifecycleBus

/// The samples of the page "Questions and answers".
@MainActor
func faq() async {
  await postFromAnotherTask()
  printWhatArrives()
}

@MainActor
private func postFromAnotherTask() async {
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(notificationCenter: center)
  mediator.on(.didEnterBackground) { _ in print("received on the main actor") }
  await Task.detached {
    await center.post(.didEnterBackground)
    print("and then the post returned")
  }.value
  print(mediator.state)
}

@MainActor
private func printWhatArrives() {
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
  mediator.on { print("delivered: \($0.event)") }
  mediator.onAnomaly = { print($0) }
  center.post(.didReceiveMemoryWarning)
  center.post(.didFinishLaunching)
  center.post(.didFinishLaunching)
  NotificationCenter.default.post(.didBecomeActive)  // another center, so nothing is printed
  print(mediator.state)
}
