#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite("A terminal that another program uses, or that is closed", .serialized)
  struct TerminalStandingTests {
    @Test("a closed terminal is gone, and no longer the foreground")
    func goneTerminal() async throws {
      let job = try await Job.probe(["--exit", "die"])
      job.press("\u{1A}")
      try await job.news.wait(for: "stopped \(SIGTSTP)")
      job.shell("bg")
      try await job.news.wait(for: "continued")
      job.killShell()
      var line = ""
      for _ in 0..<1_000 where !line.hasSuffix("terminal gone") {
        job.tell("ping")
        line = try await job.trace.wait(for: "pong").last ?? ""
      }
      #expect(line == "pong background terminal gone")
      job.send(SIGCONT)
      job.tell("ping")
      try await job.trace.wait(for: "pong")
      job.send(SIGTERM)
      try await job.trace.waitForEnd()
      #expect(
        job.trace.all.dropFirst(5).filter { !$0.hasPrefix("pong") }
          == JobControlTests.down + ["willTerminate SIGTERM"])
    }

    @Test("a process that starts outside the foreground group is launched and in the background")
    func startsInBackground() async throws {
      let job = try await Job(
        "SignalProbe", ["--trace", "3", "--commands", "4"], shellOptions: ["--background"])
      let lines = try await job.trace.wait(for: "ready").dropFirst()
      #expect(
        Array(lines) == [
          "didFinishLaunching", "didEnterBackground",
          "ready SIGHUP SIGINT SIGPIPE SIGTERM SIGCONT SIGTSTP",
        ])
      job.tell("ping")
      #expect(try await job.trace.wait(for: "pong") == ["pong background terminal background"])
      job.shell("front")
      #expect(try await job.trace.wait(for: "didBecomeActive") == JobControlTests.up)
    }
  }
#endif
