import LifecycleBus
import LifecycleBusSignals

/// The service without a framework of the page on services.
@MainActor
func runJobs(doing runNextJob: @escaping @MainActor () async -> Void) async throws {
  let mediator = AppLifecycleMediator(policy: .lifecycle)
  let source = ProcessSignalSource(
    mediator: mediator, configuration: .init(budget: .seconds(8)))
  let jobs = Task {
    while !Task.isCancelled { await runNextJob() }
  }
  mediator.on(.willTerminate) { _ in
    let hold = mediator.hold("a job")
    jobs.cancel()
    Task {
      await jobs.value
      hold.release()
    }
  }
  try source.start()
  await source.end(.onSignal)
}
