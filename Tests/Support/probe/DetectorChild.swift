import Foundation
import LifecycleBus
import Listeners
import TestSupport

// A child process whose end a detector tells the next one.
//
//   DetectorChild <file> <ending>
//     Prints how the last run ended, comes to the foreground, prints "ready", and ends: return,
//     terminate (after willTerminate), abort, crash or kill (in a listener), crashAtEnd (in a
//     listener's willTerminate), background (killed there), fork (a child, and abort), exec (itself
//     anew), daemon (ends in order in a forked child), limit (a small `ulimit -f`), lateLimit (one
//     that comes in the foreground), or repeat (posts events until it is killed).

@MainActor
func detectorChild() async throws {
  let (path, ending) = (CommandLine.arguments[1], CommandLine.arguments[2])
  if ending == "limit" { limitFiles(to: 4_096) }
  let detector = TerminationDetector(file: URL(fileURLWithPath: path))
  say("\(detector.previousRun)")
  let mediator = AppLifecycleMediator(
    listeners: [detector], policy: .lifecycle, notificationCenter: NotificationCenter())
  mediator.attach(
    ClosureListener("Crasher") { context in
      switch (ending, context.event) {
      case ("crash", .didBecomeActive), ("crashAtEnd", .willTerminate): abort()
      case ("kill", .didBecomeActive): kill(getpid(), SIGKILL)
      default: break
      }
    })
  for event in AppLifecycleScenario.coldLaunchWithScenes.events { mediator.post(event) }
  // The launch returns.
  await Task { @MainActor in }.value
  say("ready")
  switch ending {
  case "terminate", "crashAtEnd": mediator.post(.willTerminate)
  case "abort": abort()
  case "lateLimit":
    limitFiles(to: 0)
    mediator.post(.willTerminate)
  case "background":
    mediator.post(.didEnterBackground)
    kill(getpid(), SIGKILL)
  case "fork":
    say("\(forkChild())")
    abort()
  case "exec":
    let words = [CommandLine.arguments[0], path, "return"] as [String]
    execv(words[0], words.map { strdup($0) } + [nil])
  case "daemon":
    guard let symbol = dlsym(nil, "fork") else { return }
    if unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)() != 0 {
      // The parent goes without a word, as that of daemon(3) does.
      _exit(0)
    }
    while getppid() != 1, kill(getppid(), 0) == 0 { usleep(1_000) }
    mediator.post(.willTerminate)
    _exit(0)
  case "repeat":
    while true {
      mediator.post(.willResignActive)
      mediator.post(.didBecomeActive)
    }
  default: break
  }
  withExtendedLifetime(mediator) {}
}

private func limitFiles(to size: rlim_t) {
  expose(to: SIGXFSZ)
  var limit = rlimit(rlim_cur: size, rlim_max: size)
  #if canImport(Glibc)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  #else
    setrlimit(RLIMIT_FSIZE, &limit)
  #endif
}

// DefaultChild end | crash | kill
//   Runs the default mediator through a launch, and prints its notices; ends in order, or aborts or is
//   killed in a listener at the launch.

@MainActor
func defaultChild() async throws {
  let ending = CommandLine.arguments[1]
  let mediator = AppLifecycleMediator.makeDefaultMediator(
    notice: EventLog(sink: { say($0) }))
  if ending == "crash" { mediator.attach(ClosureListener("Crasher") { _ in abort() }) }
  if ending == "kill" {
    mediator.attach(ClosureListener("Crasher") { _ in kill(getpid(), SIGKILL) })
  }
  for event in AppLifecycleScenario.coldLaunchWithScenes.events { mediator.post(event) }
  mediator.post(.willTerminate)
}
