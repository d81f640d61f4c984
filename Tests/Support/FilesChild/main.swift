import Foundation
import LifecycleBus
import Listeners
import TestSupport

// A program for the tests of what outlives a process. It is killed, aborts, or ends in order.
//
//   FilesChild save <file> <seed>               saves one state after another, and prints each that
//   is on the disk FilesChild run <file> <ending> <event>...   goes through a life, and ends as it
//   is told: return, abort or wait

func say(_ line: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "save" where arguments.count == 3:
  let saver = StateSaver(
    file: URL(fileURLWithPath: arguments[1]), initial: SavedState(seed: UInt64(arguments[2]) ?? 0))
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
case "run" where arguments.count >= 3:
  let mediator = AppLifecycleMediator(policy: .lifecycle)
  let detector = TerminationDetector(file: URL(fileURLWithPath: arguments[1]))
  mediator.attach(detector)
  for event in arguments.dropFirst(3).compactMap(AppLifecycleEvent.init) {
    NotificationCenter.default.post(event)
  }
  say("ready")
  switch arguments[2] {
  case "abort": abort()
  case "wait": _ = readLine()  // The test never answers; it kills.
  default: break
  }
  withExtendedLifetime(mediator) {}
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
case "default":
  let mediator = AppLifecycleMediator.makeDefaultMediator(log: { say($0) })
  for event in AppLifecycleScenario.coldLaunchWithScenes.events + [.willTerminate] {
    NotificationCenter.default.post(event)
  }
  withExtendedLifetime(mediator) {}
default:
  say(
    "usage: FilesChild save <file> <seed> | run <file> return|abort|wait <event>... | full <file>")
  exit(2)
}
