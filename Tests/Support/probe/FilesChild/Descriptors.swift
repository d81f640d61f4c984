import Foundation
import LifecycleBus
import Listeners

/// Keeps files as a program does that was started without standard input, output and error.
@MainActor
func keepWithoutDescriptors(in folder: URL) {
  let report = dup2(1, 100)
  for number: Int32 in 0...2 { close(number) }
  // `print` in another thread; it reaches what took the number of standard output.
  Thread.detachNewThread {
    while true { for number: Int32 in 1...2 { _ = write(number, "printed", 7) } }
  }
  let detector = TerminationDetector(file: folder.appending(path: "last-run"))
  let sessions = SessionTracker(.file(folder.appending(path: "session")))
  let file = folder.appending(path: "state")
  let saver = StateSaver(file: file, initial: "")
  var intact = 0
  for number in 0..<200 {
    saver.state = "\(number)"
    guard (try? saver.saveAndWait()) != nil else { continue }
    let again = StateSaver(file: file, initial: "")
    if again.state == saver.state, again.restoration.problems.isEmpty { intact += 1 }
  }
  let taken = (0...2).filter { fcntl($0, F_GETFD) >= 0 }
  let line =
    "intact \(intact), taken \(taken), problem \(detector.problem == nil ? "none" : "one")\n"
  withExtendedLifetime(sessions) { _ = write(report, line, line.utf8.count) }
}

/// Keeps files in a working directory that was deleted.
@MainActor
func keepWithoutDirectory() {
  var name = Array("/tmp/FilesChild-XXXXXX".utf8CString)
  guard mkdtemp(&name) != nil, chdir(name) == 0, rmdir(name) == 0 else {
    return say("no directory")
  }
  let saver = StateSaver(file: URL(fileURLWithPath: "app.state"), initial: 1)
  do {
    say("\(try saver.saveAndWait())")
  } catch {
    say(error.code.rawValue)
  }
  let detector = TerminationDetector(file: URL(fileURLWithPath: "last-run"))
  say(detector.problem?.code.rawValue ?? "no problem")
}

/// Forks a child that runs no program of its own and waits for a signal; returns its number.
func forkChild() -> Int32 {
  // Swift hides `fork`, because a child of several threads can do little. This one waits.
  guard let symbol = dlsym(nil, "fork") else { return -1 }
  let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
  let child = fork()
  if child == 0 {
    // The test waits for the end of the output.
    for number: Int32 in 0...2 { close(number) }
    while true { pause() }
  }
  return child
}
