#if os(Linux)
  import Foundation
  import LifecycleBus
  import Listeners

  /// Goes to the background with the default mediator and most listeners, and says how many threads
  /// that has made: a timer, a queue or a task elsewhere would need one, and would wake an idle process.
  @MainActor
  func idleChild() {
    func threads() -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count ?? 0
    }
    let before = threads()
    let file = FileManager.default.temporaryDirectory.appending(path: "idle-\(getpid())")
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: NotificationCenter(), detail: EventLog(sink: { _ in })
    ) {
      RecordingListener()
      ReturnAction { _ in }
      SessionTracker(.file(file))
      ForegroundTask {}
      StartupCommands {
        StartupCommand("now") {}
        StartupCommand("later", phase: .deferred) {}
      }
    }
    AppLifecycleScenario.coldLaunchWithScenes.events.forEach { mediator.post($0) }
    AppLifecycleScenario.toBackground.events.forEach { mediator.post($0) }
    try? FileManager.default.removeItem(at: file)
    try? FileManager.default.removeItem(atPath: "\(file.path).lock")
    say("\(mediator.state) \(threads() - before)")
  }
#endif
