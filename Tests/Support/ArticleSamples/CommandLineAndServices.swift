import LifecycleBus
import LifecycleBusSignals

/// The shape of swift-argument-parser's protocol, on which the package does not depend.
protocol AsyncParsableCommand {
  init()
  mutating func run() async throws
}

struct Work: AsyncParsableCommand {
  @MainActor
  func run() async throws {
    let mediator = AppLifecycleMediator(policy: .lifecycle)
    mediator.on(.willTerminate) { _ in print("\(Self.self) is ending") }
    let source = ProcessSignalSource(mediator: mediator)
    try source.start()
    try await work()
    await source.end(.now)
  }
}

extension Work {
  /// What the command is for.
  func work() async throws {}
}

/// The samples of the page "Command-line tools and services".
@MainActor
func commandLineAndServices() async throws {
  final class Cache: AppLifecycleListener {
    func onAppDidBecomeActive() { print("opened") }
    func onAppDidEnterBackground() { print("written to disk") }
    func onAppWillTerminate() { print("closed") }
  }

  let mediator = AppLifecycleMediator(listeners: [Cache()], policy: .lifecycle)
  let source = ProcessSignalSource(mediator: mediator)
  try source.start()
  print("the work")
  await source.end(.now)
  source.stop()
  try await Work().run()
}
