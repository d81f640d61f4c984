import LifecycleBus
import LifecycleBusSignals

@MainActor
func signalSample() async throws {
  let mediator = AppLifecycleMediator(policy: .lifecycle)
  mediator.on { context in print(context.event) }
  let source = ProcessSignalSource(mediator: mediator)
  try source.start()
  await source.end(.onSignal)
  print("main goes on")
}
