// The same service in a group that keeps the signals. A group starts its services in their order,
// and shuts them down in the reverse one.
import Foundation
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

let mediator = AppLifecycleMediator(policy: .balanced.mirrored)
mediator.attach(detector)
mediator.attach(saver)
mediator.attach(notifier)

// The requests have a mediator of their own, because the relay waits for all holds of its mediator,
// and with --server-first it does so while new requests still come.
let requests = AppLifecycleMediator(notificationCenter: NotificationCenter())
requests.onAnomaly = { logger.warning("\($0)") }
let server = TallyServer(tally, mediator: requests, logger: logger) {
  await notifier.reportReady()
}

// A listener is told of the end when the server has given its last answer; or while it still
// answers, so that the listener can tell others.
let relay = LifecycleService(mediator: mediator)
let isServerFirst = CommandLine.arguments.contains("--server-first")
let group = ServiceGroup(
  services: isServerFirst ? [server, relay] : [relay, server],
  gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
try await group.run()
// Nothing is left to be answered, in any order.
try await saver.save()
