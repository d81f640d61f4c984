#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite("Under supervisors", .timeLimit(.minutes(hangMinutes)))
  struct SupervisorTests {
    static let wayDown = ["willResignActive", "didEnterBackground", "willTerminate"]

    @Test(
      "a crash is reported by the run after it, and a stop waits for a hold and is exit code 0",
      arguments: Supervisor.Kind.installed)
    func service(kind: Supervisor.Kind) async throws {
      let supervisor = try await Supervisor(kind)
      let pipes = supervisor.pipes
      try await expectStart("This is the first run.", pipes.trace)
      for _ in 0..<World.rounds {
        pipes.tell("crash")
        try await expectStart(
          "The last run crashed or was killed in the foreground.", pipes.trace)
        pipes.tell("hold request\nping")
        try await pipes.trace.wait(for: "pong")
        let command = try await supervisor.down()
        #expect(
          try await pipes.trace.wait(for: "willTerminate") == Self.wayDown.map { "\($0) SIGTERM" })
        pipes.tell("ping")
        #expect(
          try await pipes.trace.wait(for: "pong") == ["pong terminated terminal none"])
        pipes.tell("release")
        try await supervisor.waitForExit()
        try await command.wait()
        try await supervisor.up()
        try await expectStart("The last run ended in order.", pipes.trace)
      }
      try await supervisor.exit()
    }

    @Test("`timeout` ends its program in order, once, though it sends SIGCONT too")
    func timeout() async throws {
      let child = try ChildProcess(
        "/usr/bin/timeout", ["600", ChildProcess.path(of: "SignalProbe")])
      try await child.output.wait(for: "ready")
      child.send(SIGTERM)
      #expect(try await child.wait() == "exited 3")
      #expect(
        Array(child.output.all.suffix(4)) == Self.wayDown.map { "\($0) SIGTERM" }
          + ["ended SIGTERM terminal none"])
    }

    /// What the supervisor's service says when it starts.
    private func expectStart(_ previous: String, _ trace: LineReader) async throws {
      let lines = try await trace.wait(for: "ready")
      #expect(lines.contains("previous \(previous)"), "\(lines)")
    }
  }
#endif
