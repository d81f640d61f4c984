import Foundation
import TestSupport
import Testing

@Suite(
  "Ctrl-Z, fg and bg on a terminal", .serialized, .timeLimit(.minutes(hangMinutes)),
  .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
struct JobControlTests {
  static let down = ["willResignActive SIGTSTP", "didEnterBackground SIGTSTP"]
  static let up = ["willEnterForeground", "didBecomeActive"]
  /// What a trace begins with.
  static let launch = ["didFinishLaunching"] + up + ["ready"]

  @Test("after bg the app stays in the background and writes nothing, until fg")
  func background() async throws {
    let job = try await Job.probe()
    try await job.stop()
    try await job.trace.wait(for: "didEnterBackground")
    // The terminal echoes what is typed: a line that the app writes appears between the two.
    job.press("stopped\n")
    try await job.screen.wait(containing: "stopped")

    job.shell(.bg)
    try await job.changes.wait(for: "continued")

    #expect(try await job.ping() == "pong background")
    job.press("still in the background\n")
    #expect(try await job.screen.wait(containing: "background") == ["still in the background"])

    job.shell(.giveTerminal)

    #expect(try await job.trace.wait(for: "didBecomeActive") == Self.up)
    try await job.screen.wait(for: "screen didBecomeActive")
  }

  @Test("a suspend is declined in an orphaned group, and the app goes on")
  func declined() async throws {
    // In the group of its session's leader the process has no shell that could continue it.
    let job = try await Job.probe(shellOptions: ["--same-group"])

    job.press("\u{1A}")

    #expect(try await job.trace.wait(for: "didBecomeActive") == Self.down + Self.up)
    #expect(try await job.ping() == "pong active")
    #expect(!job.changes.all.contains { $0.hasPrefix("stopped") })
  }

  @Test("in a session leader Ctrl-Z is left to the system")
  func sessionLeader() async throws {
    let child = try ChildProcess(
      "JobShell", ["without-terminal", ChildProcess.path(of: "SignalProbe")])
    try await child.output.wait(for: "ready")

    child.send(SIGTSTP)

    #expect(try await child.ping() == "pong active")
  }

  @Test("Ctrl-Z that other code handles, such as a library for terminals, stays with that code")
  func handledElsewhere() async throws {
    let job = try await Job.probe(.returnsWhenCancelled, ["--other-code-has-stop"])

    job.press("\u{1A}")

    try await job.trace.wait(for: "other code has SIGTSTP")
    #expect(try await job.ping() == "pong active")
  }

  @Test("a stopped job that is killed goes down once")
  func killedWhileStopped() async throws {
    let job = try await Job.probe(.throwsWhenCancelled)
    try await job.stop()

    // As bash does with `kill %1`.
    job.send(SIGTERM)
    job.send(SIGCONT)

    try await job.trace.waitForEnd()
    #expect(job.trace.all == Self.launch + Self.down + ["willTerminate SIGTERM"])
  }

  @Test("a stopped job whose terminal is closed goes down once")
  func closedWhileStopped() async throws {
    let job = try await Job.probe(.throwsWhenCancelled)
    try await job.stop()

    job.killShell()

    try await job.trace.waitForEnd()
    #expect(job.trace.all == Self.launch + Self.down + ["willTerminate SIGHUP"])
  }

  @Test("a process that starts outside the foreground group is launched and in the background")
  func startsInBackground() async throws {
    let job = try await Job(
      "SignalProbe", Job.probeChannels, shellOptions: ["--background"])

    let lines = try await job.trace.wait(for: "ready")

    #expect(lines == ["didFinishLaunching", "didEnterBackground", "ready"])
    #expect(try await job.ping() == "pong background")

    job.shell(.giveTerminal)

    #expect(try await job.trace.wait(for: "didBecomeActive") == Self.up)
  }

  @Test("a storm of a thousand signals a second leaves a legal walk and a process that hears")
  func storm() async throws {
    let job = try await Job.probe()
    for _ in 0..<250 {
      for signal in [SIGTSTP, SIGCONT] {
        job.send(signal)
        // The pace is what is tested: a signal comes while the one before is acted on.
        try await Task.sleep(for: .milliseconds(1))
      }
    }

    job.shell(.fg)
    job.send(SIGCONT)
    _ = try await job.ping()
    job.send(SIGTERM)
    job.send(SIGCONT)

    #expect(try await job.changes.wait(for: "exited").last == "exited 3")
    try await job.trace.waitForEnd()
    Self.expectLegalWalk(job.trace.all)
  }

  /// The launch, the way down and up again and again, and one end.
  private static func expectLegalWalk(_ trace: [String]) {
    let next: [Substring: [Substring]] = [
      "didFinishLaunching": ["willEnterForeground"],
      "willEnterForeground": ["didBecomeActive"],
      "didBecomeActive": ["willResignActive"],
      "willResignActive": ["didEnterBackground"],
      "didEnterBackground": ["willEnterForeground", "willTerminate"],
    ]
    let events = trace.compactMap { $0.split(separator: " ").first }
      .filter { $0.hasPrefix("will") || $0.hasPrefix("did") }

    for (event, following) in zip(events, events.dropFirst()) {
      #expect(next[event, default: []].contains(following), "\(event), then \(following)")
    }
    #expect(events.first == "didFinishLaunching")
    #expect(events.last == "willTerminate")
  }
}
