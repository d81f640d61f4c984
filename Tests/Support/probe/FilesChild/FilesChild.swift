import Foundation
import LifecycleBus
import Listeners
import TestSupport

// A child process for the tests of files that are kept between runs. It is killed, aborts, or ends
// in order.
//
//   FilesChild save <file> <seed>
//     Saves one state after another, and prints the count of each that is on the disk.
//   FilesChild copy <file> <name> <seed>
//     Adds lines to a state that another process changes too, and prints "saved" or "conflict" with
//     each line that is on the disk.
//   FilesChild run <file> <ending> <event>...
//     Posts the events, prints "ready" and how the last run ended, and ends: return, abort, fork (a
//     child, and abort), crash (in a listener's willTerminate among the events), or wait
//     (until it is killed or gets a line), terminate (after a line), or repeat (post more events
//     until it is killed).
//   FilesChild closed <folder>
//     Saves without standard descriptors beside a thread that prints; prints how many saves could be
//     read back, and which of the three descriptors are taken.
//   FilesChild gone
//     Keeps a state and a record in a working directory that was deleted; prints the errors.
//   FilesChild launch <file>
//     Counts a launch, and prints its number.
//   FilesChild states <file>
//     Saves in every way there is, and prints "kept" with each generation that is on the disk.
//   FilesChild absence <file> | end <file>
//     Goes to the background with a session, and prints "kept" when that is on the disk; with "end"
//     terminates then, between "ends" and "ended".
//   FilesChild full <file>
//     Saves three states under a file size limit, and prints the result of each.
//   FilesChild session <file> <event>...
//     With "-" for the file in the state directory. Tracks sessions, posts the events, prints each change and "ready", and waits.
//   FilesChild everything <folder> <socket>
//     Uses all that keeps files or sends messages, and prints how each went.
//   FilesChild disk <folder>
//     Fills the disk that the folder is on, and prints what was saved and what was refused.
//   FilesChild default [crash]
//     Runs the default mediator through a launch and a termination, and prints its log; with "crash"
//     aborts in a listener at the launch.
//   FilesChild flight <file> <ending>
//     Records in a file, and ends inside a listener's call: wait (until it is killed, once the file
//     says how long), trap, abort, fork (a child, and abort), or repeat (post until it is killed).

@MainActor
func filesChild() async throws {
  let arguments = Array(CommandLine.arguments.dropFirst())
  switch arguments.first {
  case "save" where arguments.count == 3:
    let saver = StateSaver(
      file: URL(fileURLWithPath: arguments[1]), initial: SavedState(seed: UInt64(arguments[2]) ?? 0)
    )
    for problem in saver.restoration.problems { say("problem \(problem)") }
    while true {
      saver.state.advance()
      // Both ways of hearing that a state is on the disk.
      if saver.state.count.isMultiple(of: 2) {
        try saver.saveAndWait()
      } else {
        try await saver.save()
      }
      say("\(saver.state.count)")
    }
  case "copy" where arguments.count == 4:
    try await changeSharedState(
      in: URL(fileURLWithPath: arguments[1]), as: arguments[2], seed: UInt64(arguments[3]) ?? 0)
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
  case "closed" where arguments.count == 2:
    keepWithoutDescriptors(in: URL(fileURLWithPath: arguments[1], isDirectory: true))
  case "gone":
    keepWithoutDirectory()
  case "launch" where arguments.count == 2:
    let history = LaunchHistory(file: URL(fileURLWithPath: arguments[1]))
    history.receive(.didBecomeActive)
    history.receive(.willTerminate)
    say("\(history.launch?.number ?? 0)")
  case "states" where arguments.count == 2:
    try await acknowledgeStates(in: URL(fileURLWithPath: arguments[1]))
  case "absence" where arguments.count == 2, "end" where arguments.count == 2:
    await acknowledgeSession(
      in: URL(fileURLWithPath: arguments[1]), ends: arguments[0] == "end")
  case "full" where arguments.count == 2:
    // Writing beyond the limit is an error instead of a signal, as on a disk without room.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 4_096, rlim_max: 4_096)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_FSIZE, &limit)
    #endif
    let saver = StateSaver(file: URL(fileURLWithPath: arguments[1]), initial: "")
    for length in [10, 100_000, 20] {
      saver.state = String(repeating: "x", count: length)
      do {
        say("\(try saver.saveAndWait())")
      } catch {
        say(error.code.rawValue)
      }
    }
  case "session" where arguments.count >= 2:
    let mediator = AppLifecycleMediator(policy: .lifecycle)
    let sessions = SessionTracker(
      arguments[1] == "-" ? .standard : .file(URL(fileURLWithPath: arguments[1])),
      timeout: .seconds(3600))
    sessions.onChange = { change in
      switch change {
      case .opened(let session): say("opened \(session.id)")
      case .continued(let session): say("continued \(session.id)")
      case .ended(let session): say("ended \(session.id)")
      }
    }
    mediator.attach(sessions)
    for event in arguments.dropFirst(2).compactMap(AppLifecycleEvent.init) {
      NotificationCenter.default.post(event)
    }
    await mediator.waitForHolds(upTo: .seconds(10))
    say("ready")
    _ = readLine()  // The test kills the process here.
    withExtendedLifetime(mediator) {}
  case "everything" where arguments.count == 3:
    await useEverything(
      in: URL(fileURLWithPath: arguments[1], isDirectory: true), socket: arguments[2])
  case "disk" where arguments.count == 2:
    try await fillDisk(URL(fileURLWithPath: arguments[1], isDirectory: true))
  case "default":
    let mediator = AppLifecycleMediator.makeDefaultMediator(log: .everything(to: { say($0) }))
    if arguments.contains("crash") { mediator.attach(ClosureListener("Crasher") { _ in abort() }) }
    for event in AppLifecycleScenario.coldLaunchWithScenes.events + [.willTerminate] {
      NotificationCenter.default.post(event)
    }
    withExtendedLifetime(mediator) {}
  case "flight" where arguments.count == 3:
    let file = URL(fileURLWithPath: arguments[1])
    let mediator = AppLifecycleMediator(policy: .lifecycle)
    let recorder = FlightRecorder(file: file)
    mediator.probe = recorder
    mediator.attach(
      ClosureListener("Crasher") { context in
        guard context.event == .didBecomeActive else { return }
        switch arguments[2] {
        case "wait":
          let before = try? Data(contentsOf: file)
          while (try? Data(contentsOf: file)) == before { usleep(10_000) }
          say("noted")
          _ = readLine()  // The test kills the process here.
        case "fork":
          say("\(forkChild())")
          abort()
        case "repeat": break
        case "abort": abort()
        default: preconditionFailure("A listener that traps.")
        }
      })
    NotificationCenter.default.post(.didFinishLaunching)
    say("ready")
    repeat {
      NotificationCenter.default.post(.didBecomeActive)
      NotificationCenter.default.post(.willResignActive)
    } while arguments[2] == "repeat"
    withExtendedLifetime((mediator, recorder)) {}
  default:
    preconditionFailure("FilesChild: \(arguments) is not known.")
  }
}
