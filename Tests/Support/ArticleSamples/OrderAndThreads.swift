import Foundation
import LifecycleBus

/// The samples of the page "Order, threads and policies".
@MainActor
func orderAndThreads() {
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(notificationCenter: center)
  mediator.on(.didBecomeActive) { _ in
    print("first: active")
    center.post(.willResignActive)  // waits until the second listener was called
  }
  mediator.on(.didBecomeActive, .willResignActive) { print("second: \($0.event)") }
  center.post(.didBecomeActive)
}
