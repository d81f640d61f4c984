import Foundation
import LifecycleBus
import Listeners

// A service for the tests: it starts, ends itself with SIGTERM, and does some work on its way down.
//
//   ServiceChild <notify socket>

@MainActor
func serve(_ socket: String) async throws {
  let mediator = AppLifecycleMediator(policy: .lifecycle)
  let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": socket], stopBudget: .seconds(5))
  notifier.onError = { print($0) }
  let work = BackgroundWork("work", on: .willTerminate, mediator: mediator) {
    await Task.yield()
    notifier.report(status: "work is done")
  }
  work.onOutcome = { print("work \($0)") }
  mediator.attach(work)
  mediator.attach(notifier)

  let source = ProcessSignalSource(mediator: mediator)
  try source.start()
  kill(getpid(), SIGTERM)
  print("ended by \(await source.ended().map { "\($0.rawValue)" } ?? "no signal")")
  source.stop()
}

try await serve(CommandLine.arguments.dropFirst().first ?? "")
