import Foundation
import LifecycleBus

/// The samples of the page "Choosing a policy".
@MainActor
func choosingAPolicy() {
  comparePolicies()
  closeInReverse()
}

@MainActor
private func comparePolicies() {
  struct Trace: AppLifecycleListener {
    let policy: String

    func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
      print("\(policy): \(event), \(context.origin)")
    }
  }

  let center = NotificationCenter()
  let relay = AppLifecycleMediator(
    listeners: [Trace(policy: "relay")], notificationCenter: center)
  let lifecycle = AppLifecycleMediator(
    listeners: [Trace(policy: "lifecycle")], policy: .lifecycle, notificationCenter: center)
  lifecycle.onAnomaly = { print("anomaly: \($0)") }

  center.post(.didFinishLaunching)
  center.post(.didBecomeActive)
  center.post(.didBecomeActive)
  center.post(.willTerminate)
  print(relay.state, lifecycle.state)
}

@MainActor
private func closeInReverse() {
  struct Part: AppLifecycleListener {
    let name: String

    func onAppDidBecomeActive() { print("open \(name)") }
    func onAppWillResignActive() { print("close \(name)") }
  }

  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(policy: .lifecycle.mirrored, notificationCenter: center) {
    Part(name: "database")
    Part(name: "server")
  }
  center.post(.didFinishLaunching)
  center.post(.didBecomeActive)
  center.post(.willResignActive)
  print(mediator.listenerCount)
}
