import Foundation
import LifecycleBus
import Listeners

@MainActor
func attachReadyMade(
  to mediator: AppLifecycleMediator, folder: URL, database: Database, cache: Cache,
  locations: @escaping @MainActor @Sendable () -> AsyncStream<Int>,
  show: @escaping @MainActor @Sendable (Int) -> Void
) throws {
  let drafts = StateSaver(file: folder.appending(path: "drafts"), initial: [String]())
  mediator.attach(
    try StartupCommands {
      StartupAction("open database") { try database.open() }
      StartupAction("warm cache", after: "open database") { cache.warm() }
    },
    replay: .launch)
  mediator.attach(ForegroundTask { for await fix in locations() { show(fix) } }, replay: .state)
  mediator.attach(drafts)
}

@MainActor
struct Database {
  func open() throws {}
}

@MainActor
struct Cache {
  func warm() {}
}
