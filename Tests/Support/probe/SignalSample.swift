import LifecycleBus
import LifecycleBusSignals

@MainActor
func signalSample() async throws {
  let mediator = AppLifecycleMediator(policy: .lifecycle)
  mediator.on { context in print(context.event) }
  let source = ProcessSignalSource(mediator: mediator)
  try await source.run {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
  }
  print("main goes on")
}
