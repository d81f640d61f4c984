import Foundation
import TestSupport
import Testing

@Suite("Ctrl-Z, fg and bg on a terminal", .serialized)
struct JobControlTests {
  static let down = ["willResignActive SIGTSTP", "didEnterBackground SIGTSTP"]
  static let up = ["willEnterForeground", "didBecomeActive"]

  @Test("after bg the app stays in the background and writes nothing, until fg (S6)")
  func background() async throws {
    let job = try await Job.probe()
    try await job.stop()
    try await job.trace.wait(for: "didEnterBackground")
    // The terminal echoes what is typed: a line that the app writes appears between the two.
    job.press("stopped\n")
    try await job.screen.wait(containing: "stopped")
    job.shell("bg")
    try await job.news.wait(for: "continued")
    #expect(try await job.ping() == "pong background terminal background")
    job.press("still in the background\n")
    #expect(
      try await job.screen.wait(containing: "background") == ["still in the background"])
    // What shells do with a job that runs already: they send no SIGCONT.
    job.shell("front")
    #expect(try await job.trace.wait(for: "didBecomeActive") == Self.up)
    try await job.screen.wait(for: "screen didBecomeActive")
  }

  @Test("a suspend is declined in an orphaned group, and the app goes on (S7)")
  func declined() async throws {
    // In the group of its session's leader the process has no shell that could continue it.
    let job = try await Job.probe(shellOptions: ["--same-group"])
    job.press("\u{1A}")
    #expect(try await job.trace.wait(for: "didBecomeActive") == Self.down + Self.up)
    #expect(try await job.ping() == "pong active terminal foreground")
    #expect(!job.news.all.contains { $0.hasPrefix("stopped") })
  }

  @Test("in a session leader Ctrl-Z is left to the system (S7)")
  func sessionLeader() async throws {
    let child = try ChildProcess(
      "JobShell", ["session", ChildProcess.path(of: "SignalProbe")])
    try await child.output.wait(for: "ready")
    child.send(SIGTSTP)
    #expect(try await child.ping() == "pong active terminal none")
  }

  @Test("Ctrl-Z that other code handles, such as a library for terminals, stays with that code")
  func handledElsewhere() async throws {
    let job = try await Job.probe(["--taken", "suspend"])
    job.press("\u{1A}")
    try await job.trace.wait(for: "other code has SIGTSTP")
    #expect(try await job.ping() == "pong active terminal foreground")
  }

  @Test("Ctrl-Z waits for a hold (39)")
  func hold() async throws {
    let job = try await Job.probe(["--budget", "30000"])
    job.tell("hold upload")
    _ = try await job.ping()
    job.press("\u{1A}")
    try await job.trace.wait(for: "didEnterBackground")
    #expect(try await job.ping() == "pong background terminal foreground")
    #expect(!job.news.all.contains { $0.hasPrefix("stopped") })
    job.tell("release")
    try await job.news.wait(for: "stopped \(SIGTSTP)")
  }

  @Test(
    "a stopped job that is killed, or whose terminal is closed, goes down once",
    arguments: [true, false])
  func endedWhileStopped(isKilled: Bool) async throws {
    let job = try await Job.probe(["--exit", "die"])
    try await job.stop()
    if isKilled {
      // As bash does with `kill %1`.
      job.send(SIGTERM)
      job.send(SIGCONT)
    } else {
      job.killShell()
    }
    try await job.trace.waitForEnd()
    let last = "willTerminate \(isKilled ? "SIGTERM" : "SIGHUP")"
    #expect(Array(job.trace.all.dropFirst(4)) == Self.down + [last])
  }

  @Test("a terminal that is closed behind a job in the background is gone")
  func goneTerminal() async throws {
    let job = try await Job.probe(["--exit", "die"])
    try await job.stop()
    job.shell("bg")
    try await job.news.wait(for: "continued")
    job.killShell()
    try await job.trace.wait(
      for: "pong background terminal gone", repeating: { job.tell("ping") })
    job.send(SIGTERM)
    try await job.trace.waitForEnd()
    #expect(
      job.trace.all.dropFirst(4).filter { !$0.hasPrefix("pong") }
        == Self.down + ["willTerminate SIGTERM"])
  }

  @Test("a process that starts outside the foreground group is launched and in the background")
  func startsInBackground() async throws {
    let job = try await Job(
      "SignalProbe", ["--trace", "3", "--commands", "4"], shellOptions: ["--background"])
    let lines = try await job.trace.wait(for: "ready")
    #expect(lines == ["didFinishLaunching", "didEnterBackground", "ready"])
    #expect(try await job.ping() == "pong background terminal background")
    job.shell("front")
    #expect(try await job.trace.wait(for: "didBecomeActive") == Self.up)
  }

  @Test("a storm of a thousand signals a second leaves a legal walk and a process that hears (S15)")
  func storm() async throws {
    let job = try await Job.probe()
    for index in 0..<500 {
      job.send(index.isMultiple(of: 2) ? SIGTSTP : SIGCONT)
      // The pace is what is tested: a signal comes while the one before is acted on.
      try await Task.sleep(for: .milliseconds(1))
    }
    job.shell("fg")
    job.send(SIGCONT)
    _ = try await job.ping()
    job.send(SIGTERM)
    job.send(SIGCONT)
    #expect(try await job.news.wait(for: "exited").last == "exited 3")
    try await job.trace.waitForEnd()
    let events = job.trace.all.compactMap { $0.split(separator: " ").first }.filter {
      $0.hasPrefix("will") || $0.hasPrefix("did")
    }
    let legal: [Substring: [Substring]] = [
      "willEnterForeground": ["didBecomeActive"], "didBecomeActive": ["willResignActive"],
      "willResignActive": ["didEnterBackground"],
      "didEnterBackground": ["willEnterForeground", "willTerminate"],
    ]
    for (event, next) in zip(events.dropFirst(), events.dropFirst(2)) {
      #expect(legal[event, default: []].contains(next), "\(event), then \(next)")
    }
    #expect(events.last == "willTerminate")
  }
}
