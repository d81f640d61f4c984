import Foundation
import LifecycleBus
import LifecycleBusSignals
import Listeners

/// Unbuffered, also where the output is a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

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
func run(
  _ source: ProcessSignalSource, for mediator: AppLifecycleMediator, with settings: Settings
) throws {
  let notifier = SystemdNotifier()
  mediator.attach(notifier)
  source.on(.hangup) {
    await notifier.reload { await settings.read() }
  }
  try source.start()
}

/// The sample of the page on programs on a terminal.
@MainActor
func draw(_ screen: some Drawing, on source: ProcessSignalSource, with settings: Settings) throws {
  source.on(.windowChange) { screen.draw() }
  source.on(.hangup) { await settings.read() }
  try source.start()
}

@MainActor
protocol Drawing {
  func draw()
}
