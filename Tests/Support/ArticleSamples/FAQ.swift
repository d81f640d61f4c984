import Foundation
import LifecycleBus

/// The sample of the page "Questions and answers".
@MainActor
func faq() {
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
