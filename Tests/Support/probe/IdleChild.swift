#if os(Linux)
  import Foundation
  import LifecycleBus
  import Listeners

  /// Goes to the background with each listener that works in memory, and says how many threads there
  /// are: a timer, a queue or a task elsewhere would have made one, and would wake an idle process.
  @MainActor
  func idleChild() {
    let file = FileManager.default.temporaryDirectory.appending(path: "idle-\(getpid())")
    let mediator = AppLifecycleMediator(
      policy: .lifecycle, notificationCenter: NotificationCenter())
    mediator.probe = FlightRecorder()
    let listeners: [any AppLifecycleListener] = [
      EventLog(sink: { _ in }), RecordingListener(), ReturnAction { _ in },
      SessionTracker(.file(file)), ForegroundTask {},
      StartupCommands {
        StartupCommand("now") {}
        StartupCommand("later", phase: .deferred) {}
      },
    ]
    for listener in listeners { mediator.attach(listener) }
    AppLifecycleScenario.coldLaunchWithScenes.events.forEach { mediator.post($0) }
    AppLifecycleScenario.toBackground.events.forEach { mediator.post($0) }
    try? FileManager.default.removeItem(at: file)
    try? FileManager.default.removeItem(atPath: "\(file.path).lock")
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    say("\(mediator.state) \(threads.count)")
  }
#endif
