// The same service in a group that keeps the signals. A group starts its services in their order,
// and shuts them down in the reverse one.
import Foundation
import Hummingbird
import LifecycleBus
import LifecycleBusSignals
import Listeners
import Logging
import ServiceLifecycle
import Tally
import UnixSignals

let logger = Logger(label: "tally") { StreamLogHandler.standardError(label: $0) }
let folder = try StateDirectory.url(for: "tally")
let tally = Tally()
let saver = StateSaver(file: folder.appending(path: "sums"), initial: tally.sums)
tally.sums = saver.state
saver.snapshot = { tally.sums }
let detector = TerminationDetector(file: folder.appending(path: "last-run"))
if detector.previousRun.ending != .firstLaunch { logger.notice("\(detector.previousRun)") }
let notifier = SystemdNotifier(isReadyWhenActive: false)

let mediator = AppLifecycleMediator(policy: .lifecycle.mirrored)
mediator.attach(detector)
mediator.attach(saver)
mediator.attach(notifier)

let router = Router()
router.add(tally)
var app = Application(
  router: router,
  configuration: .init(
    address: .hostname(
      port: ProcessInfo.processInfo.environment["PORT"].flatMap { Int($0) } ?? 8080)),
  onServerRunning: { channel in
    logger.notice("listening on port \(channel.localAddress?.port ?? 0)")
    await notifier.reportReady()
  },
  logger: logger)

let relay = LifecycleService(mediator: mediator)
switch CommandLine.arguments.dropFirst().first {
case "--server-first":
  // The listeners are told of the end while the server still answers, so that they can tell others.
  let group = ServiceGroup(
    services: [app, relay], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
  try await group.run()
case "--run-service":
  // Hummingbird starts its services before the server, and shuts them down after it.
  app.addServices(relay)
  try await app.runService()
default:
  // The listeners are told of the end when the server has given its last answer.
  let group = ServiceGroup(
    services: [relay, app], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
  try await group.run()
}
// Nothing is left to be answered, in any order.
try await saver.save()
