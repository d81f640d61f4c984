import LifecycleBus
import LifecycleBusSignals

/// What a tool does with a line: it takes longer than the source waits for a task without a hold.
private func handle(_ line: String) async {
  print("you typed: \(line)")
  try? await Task.sleep(for: .milliseconds(100))
  print("kept: \(line)")
}

@MainActor
func lineSample() async throws {
  let input = LineInput()
  let mediator = AppLifecycleMediator(listeners: [input], policy: .lifecycle)
  let source = ProcessSignalSource(mediator: mediator)
  try source.start()
  for await line in input.lines {
    let hold = mediator.hold("a line")
    await handle(line)
    hold.release()
  }
  await source.end(.now)
  print("the end")
}
