#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite("Signals that have an action", .serialized)
  struct SignalActionTests {
    @Test(
      "a signal with an action runs it and ends nothing",
      arguments: [SIGHUP, SIGUSR1, SIGUSR2, SIGWINCH, SIGINT])
    func action(signal: Int32) async throws {
      let name = [
        SIGHUP: "SIGHUP", SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2", SIGWINCH: "SIGWINCH",
        SIGINT: "SIGINT",
      ]
      let child = try ChildProcess("SignalProbe", ["--on", "\(signal)"])
      try await child.output.wait(for: "ready")
      for _ in 0..<3 {
        child.send(signal)
        #expect(
          try await child.output.wait(for: "action") == ["action \(name[signal] ?? "") begins"])
        child.tell("go")
        try await child.output.wait(for: "action")
      }
      child.tell("ping")
      #expect(try await child.output.wait(for: "pong") == ["pong active terminal none"])
    }

    @Test("signals that come while the action runs are one, which runs it once more")
    func coalesced() async throws {
      let child = try ChildProcess("SignalProbe", ["--on", "\(SIGUSR1)", "--on", "\(SIGUSR2)"])
      try await child.output.wait(for: "ready")
      child.send(SIGUSR1)
      try await child.output.wait(for: "action SIGUSR1 begins")
      for _ in 0..<10 { child.send(SIGUSR1) }
      // The other signal was sent later, so the ten have been seen when its action begins.
      child.send(SIGUSR2)
      try await child.output.wait(for: "action SIGUSR2 begins")
      child.tell("go")
      try await child.output.wait(for: "action SIGUSR1 begins")
      child.tell("go")
      try await child.output.wait(for: "action SIGUSR1 ends")
      child.tell("ping")
      try await child.output.wait(for: "pong")
      #expect(child.output.all.count { $0 == "action SIGUSR1 begins" } == 2)
    }

    @Test("an action that is still running does not hold up the end")
    func runningAction() async throws {
      let child = try ChildProcess("SignalProbe", ["--on", "\(SIGHUP)", "--exit", "7"])
      try await child.output.wait(for: "ready")
      child.send(SIGHUP)
      try await child.output.wait(for: "action SIGHUP begins")
      child.send(SIGTERM)
      #expect(try await child.wait() == "exited 7")
    }
  }
#endif
