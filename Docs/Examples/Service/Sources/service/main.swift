// A service that adds numbers: the mediator's source takes the signals, and ends a service group.
import Foundation
import LifecycleBus
import LifecycleBusSignals
import Listeners
import Logging
import ServiceLifecycle
import Tally

let environment = ProcessInfo.processInfo.environment
let logger = Logger(label: "tally") { StreamLogHandler.standardError(label: $0) }

// $STATE_DIRECTORY where systemd gives one.
let folder: URL
do {
  folder = try StateDirectory.url(for: "tally")
} catch {
  logger.error("\(error)")
  exit(1)
}

let tally = Tally()
let saver = StateSaver(file: folder.appending(path: "sums"), initial: tally.sums)
tally.sums = saver.state
saver.snapshot = { tally.sums }
if let problem = saver.problem {
  logger.error("\(problem)")
}

let detector = TerminationDetector(file: folder.appending(path: "last-run"))
if detector.previousRun.ending != .firstLaunch {
  logger.notice("\(detector.previousRun)")
}

let mediator = AppLifecycleMediator(policy: .balanced.mirrored)
mediator.onAnomaly = { logger.warning("\($0)") }
let source = ProcessSignalSource(mediator: mediator)
let notifier = SystemdNotifier(isReadyWhenActive: false)

let server = TallyServer(tally, mediator: mediator, logger: logger) {
  await notifier.reportReady()
}
let group = ServiceGroup(services: [server], logger: logger)

let settings = Settings(tally: tally, environment: environment)
settings.read()

// The listener that is attached last is told of the end first.
mediator.attach(detector)
mediator.attach(saver)
mediator.attach(notifier)
// The server stops accepting at once, and returns when its requests are answered.
source.onEnding { Task { await group.triggerGracefulShutdown() } }
source.on(.hangup) { await notifier.reload { settings.read() } }

do {
  // The end comes when the group has returned, so the saver saves what the last requests changed.
  try await source.run { try await group.run() }
} catch {
  logger.error("\(error)")
  exit(1)
}
