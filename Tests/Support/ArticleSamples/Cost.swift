import Foundation
import LifecycleBus
import LifecycleBusDelegates

/// The samples of the page "Cost".
@MainActor
func cost() {
  struct Search: AppLifecycleListener {}
  struct Player: AppLifecycleListener {}

  final class CallCounter: AppLifecycleProbe {
    private(set) var calls: [String: Int] = [:]

    func relayDidCall(_ call: AppLifecycleProbeCall) { calls[call.listener, default: 0] += 1 }
  }

  let counter = CallCounter()
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(
    listeners: [Search(), Player()], notificationCenter: center)
  center.post(.didBecomeActive)  // not measured
  mediator.probe = counter
  center.post(.willResignActive)
  center.post(.didBecomeActive)
  mediator.probe = nil
  center.post(.willResignActive)  // not measured
  for (listener, count) in counter.calls.sorted(by: { $0.key < $1.key }) {
    print("\(listener): \(count) calls")
  }
}
