import Dispatch
import LifecycleBus
import LifecycleBusSignals

/// The recipe for terminal modes, as a program. With --hang a listener blocks on the way down, after
/// which the process can only be ended by force.
@MainActor
func fullScreenSample() async throws {
  let mediator = AppLifecycleMediator(policy: .lifecycle)
  if CommandLine.arguments.contains("--hang") {
    mediator.on(.willTerminate) { _ in DispatchSemaphore(value: 0).wait() }
  }
  mediator.attach(FullScreen())
  let source = ProcessSignalSource(
    mediator: mediator,
    configuration: .init(
      endingSignals: [.terminate, .interrupt, .hangup, .brokenPipe, .quit],
      terminalReset: FullScreen.leave))
  try await source.run {
    print("ready\r")
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
  }
}
