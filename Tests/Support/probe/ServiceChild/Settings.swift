import Foundation
import LifecycleBus
import LifecycleBusSignals
import Listeners

/// The settings of a service, which it reads again on SIGHUP.
@MainActor
final class Settings {
  private(set) var reads = 0

  func read() async {
    await Task.yield()
    reads += 1
    say("settings read")
  }
}

/// The sample of the page on services.
@MainActor
func start(
  _ source: ProcessSignalSource, for mediator: AppLifecycleMediator, with settings: Settings
) throws {
  let notifier = SystemdNotifier()
  mediator.attach(notifier)
  source.on(.hangup) {
    await notifier.reload { await settings.read() }
  }
  try source.start()
}
