import Foundation
import LifecycleBus
import Listeners

/// The samples of the page "Services under systemd".
@MainActor
func systemdServices() {
  let mediator = AppLifecycleMediator(
    policy: .lifecycle.mirrored, notificationCenter: NotificationCenter())
  let notifier = SystemdNotifier(environment: [:], isReadyWhenActive: false)
  notifier.onError = { print($0) }
  mediator.attach(notifier)
  print(notifier.isEnabled ? "systemd listens" : "not started by systemd")
  notifier.report(status: "reading the index")  // nothing is sent
  notifier.reportReady()
}
