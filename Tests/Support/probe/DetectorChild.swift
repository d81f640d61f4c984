import Foundation
import LifecycleBus
import Listeners
import TestSupport

// A child process whose end a detector tells the next one.
//
//   DetectorChild <file> <ending>
//     Prints how the last run ended, comes to the foreground, prints "ready", and ends: return, kill
//     (in a listener), exec (itself anew), fork (a child, which may not write the record), limit (a
//     small `ulimit -f`), lateLimit (one that comes in the foreground), or repeat (posts events until
//     it is killed, or its input ends).

@MainActor
func detectorChild() async throws {
  let path = CommandLine.arguments[1]
  let ending = CommandLine.arguments[2]
  FileSizeLimit.liftAtExit()
  if ending == "limit" {
    FileSizeLimit.set(4_096)
  }

  let detector = TerminationDetector(file: URL(fileURLWithPath: path))
  say("\(detector.previousRun)")
  let mediator = AppLifecycleMediator(
    listeners: [detector], policy: .balanced, notificationCenter: NotificationCenter())
  mediator.attach(
    ClosureListener("Crasher", .didBecomeActive) { _ in
      if ending == "kill" {
        kill(getpid(), SIGKILL)
      }
    })

  for event in AppLifecycleScenario.coldLaunchWithScenes.events {
    mediator.post(event)
  }
  // The launch returns.
  await Task { @MainActor in }.value
  say("ready")

  end(as: ending, path, mediator, detector)
  withExtendedLifetime(mediator) {}
}

@MainActor
private func end(
  as ending: String, _ path: String, _ mediator: AppLifecycleMediator,
  _ detector: TerminationDetector
) {
  switch ending {
  case "lateLimit":
    FileSizeLimit.set(0)
    mediator.post(.willTerminate)

  case "exec":
    let words = [CommandLine.arguments[0], path, "return"]
    execv(words[0], words.map { strdup($0) } + [nil])

  case "fork":
    let child = fork()
    if child == 0 {
      mediator.post(.willTerminate)
      _exit(detector.problem?.code == .inUse ? 0 : 1)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    if status != 0 {
      exit(1)
    }

  case "repeat":
    endWithInput()
    while true {
      mediator.post(.willResignActive)
      mediator.post(.didBecomeActive)
    }

  default:
    break
  }
}

#if os(Linux)
  /// Goes to the background with the default mediator and most listeners, and ends in order. Prints
  /// the notices, and in the background how many threads all that has made: a timer, a queue or a
  /// task elsewhere would need one, and would wake an idle process.
  @MainActor
  func defaultChild() {
    let before = threadCount
    let file = FileManager.default.temporaryDirectory.appending(path: "idle-\(getpid())")
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notice: EventLog(sink: { say($0) }), detail: EventLog(sink: { _ in })
    ) {
      RecordingListener()
      ReturnAction { _ in }
      SessionTracker(file: file)
      ForegroundTask {}
      StartupCommands {
        StartupCommand("now") {}
        StartupCommand("later", timeLimit: nil) {}
      }
    }

    let scenarios: [AppLifecycleScenario] = [.coldLaunchWithScenes, .toBackground]
    for event in scenarios.flatMap(\.events) {
      mediator.post(event)
    }
    say("\(mediator.state) \(threadCount - before)")

    mediator.post(.willTerminate)
    try? FileManager.default.removeItem(at: file)
    try? FileManager.default.removeItem(atPath: "\(file.path).lock")
  }

  private var threadCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count ?? 0
  }
#endif
