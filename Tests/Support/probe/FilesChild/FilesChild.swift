import Foundation
import LifecycleBus
import Listeners
import TestSupport

// A child process for the tests of files that are kept between runs. It is killed, aborts, or ends
// in order.
//
//   FilesChild run <file> <ending> <event>...
//     Posts the events, prints "ready" and how the last run ended, and ends: return, abort, fork (a
//     child, and abort), crash (in a listener's willTerminate among the events), or wait
//     (until it is killed or gets a line), terminate (after a line), or repeat (post more events
//     until it is killed).
//   FilesChild default [crash]
//     Runs the default mediator through a launch and a termination, and prints its log; with "crash"
//     aborts in a listener at the launch.

@MainActor
func filesChild() async throws {
  let arguments = Array(CommandLine.arguments.dropFirst())
  switch arguments.first {
  case "run" where arguments.count >= 3:
    // Mirrored, so that the detector, which is attached first, is called last at the end.
    let mediator = AppLifecycleMediator(policy: .lifecycle.mirrored)
    let detector = TerminationDetector(file: URL(fileURLWithPath: arguments[1]))
    mediator.attach(detector)
    if arguments[2] == "crash" { mediator.on(.willTerminate) { _ in abort() } }
    for event in arguments.dropFirst(3).compactMap(AppLifecycleEvent.init) {
      NotificationCenter.default.post(event)
    }
    say("ready")
    say("\(detector.previousRun)")
    switch arguments[2] {
    case "abort": abort()
    case "fork":
      say("\(forkChild())")
      abort()
    case "wait": _ = readLine()  // The test kills the process here, or tells it to go on.
    case "repeat":
      while true {
        NotificationCenter.default.post(.willResignActive)
        NotificationCenter.default.post(.didBecomeActive)
      }
    case "terminate":
      _ = readLine()
      NotificationCenter.default.post(.willTerminate)
    default: break
    }
    withExtendedLifetime(mediator) {}
  case "default":
    let mediator = AppLifecycleMediator.makeDefaultMediator(log: .everything(to: { say($0) }))
    if arguments.contains("crash") { mediator.attach(ClosureListener("Crasher") { _ in abort() }) }
    for event in AppLifecycleScenario.coldLaunchWithScenes.events + [.willTerminate] {
      NotificationCenter.default.post(event)
    }
    withExtendedLifetime(mediator) {}
  default:
    preconditionFailure("FilesChild: \(arguments) is not known.")
  }
}
