// The same service without this package: what the comparison measures.
//
//   bare-service none             as a framework's first page shows it, without signals
//   bare-service run-service      with Hummingbird's `runService()`
//   bare-service group            in a service group that saves when the server is down
//   bare-service dispatch-source  with a `DispatchSource` for SIGTERM, written by hand
import Dispatch
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Tally
import UnixSignals

let environment = ProcessInfo.processInfo.environment
let logger = Logger(label: "tally") { StreamLogHandler.standardError(label: $0) }
let file = URL(fileURLWithPath: environment["STATE_DIRECTORY"] ?? ".").appending(path: "sums.json")
let tally = Tally()
if let data = try? Data(contentsOf: file) {
  tally.sums = try JSONDecoder().decode(Tally.Sums.self, from: data)
}

/// Saves when what was started after it is down.
struct Saving: Service {
  func run() async throws {
    try await gracefulShutdown()
    try await save()
  }
}

@MainActor
func save() throws { try JSONEncoder().encode(tally.sums).write(to: file, options: .atomic) }

let router = Router()
router.add(tally)
let app = Application(
  router: router,
  configuration: .init(address: .hostname(port: environment["PORT"].flatMap { Int($0) } ?? 8080)),
  onServerRunning: { logger.notice("listening on port \($0.localAddress?.port ?? 0)") },
  logger: logger)

switch CommandLine.arguments.dropFirst().first {
case "run-service":
  try await app.runService()
  try save()
case "group":
  try await ServiceGroup(
    services: [Saving(), app], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
  ).run()
case "dispatch-source":
  let group = ServiceGroup(services: [app], logger: logger)
  signal(SIGTERM, SIG_IGN)
  // Without the queue the handler, which is isolated to the main actor here, traps on another thread.
  let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
  source.setEventHandler { Task { await group.triggerGracefulShutdown() } }
  source.resume()
  try await group.run()
  source.cancel()
  try save()
default:
  try await app.run()
  try save()
}
