import Foundation
import LifecycleBus
import LifecycleBusSignals
import Listeners

// A service for the tests: it hears SIGHUP and SIGTERM, and does some work on its way down.

let mediator = AppLifecycleMediator(policy: .lifecycle)
let settings = Settings()
let work = BackgroundWork("work", on: .willTerminate) {
  await Task.yield()
}
work.onOutcome = { say("work \($0)") }
mediator.attach(work)
let source = ProcessSignalSource(mediator: mediator)
try run(source, for: mediator, with: settings)
say("inherited \(ProcessInfo.processInfo.environment["NOTIFY_SOCKET"] ?? "nothing")")
say("ended by \(await source.ended()?.description ?? "no signal")")
source.stop()
