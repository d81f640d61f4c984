import Foundation
import LifecycleBus
import LifecycleBusSignals
import Listeners

/// A service for the tests: it hears SIGHUP and SIGTERM, and does some work on its way down.
@MainActor
func serviceChild() async throws {
  if CommandLine.arguments.contains("--jobs") {
    var count = 0
    try await runJobs {
      count += 1
      say("begun \(count)")
      // Not cut off by the cancellation of the loop.
      await Task { try? await Task.sleep(for: .milliseconds(100)) }.value
      say("done \(count)")
    }
    return
  }

  let mediator = AppLifecycleMediator(policy: .lifecycle)
  let settings = Settings()
  let work = LastWork()
  mediator.attach(work)
  let source = ProcessSignalSource(mediator: mediator)
  try start(source, for: mediator, with: settings)
  say("inherited \(ProcessInfo.processInfo.environment["NOTIFY_SOCKET"] ?? "nothing")")
  say("ended by \(await source.end(.onSignal)?.description ?? "no signal")")
  source.stop()
}

/// Work that the end waits for.
private final class LastWork: AppLifecycleAsyncListener {
  func onAppWillTerminate() async {
    await Task.yield()
    say("work finished")
  }
}
