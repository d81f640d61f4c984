import LifecycleBus
import LifecycleBusSignals

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
  await source.end()
}
