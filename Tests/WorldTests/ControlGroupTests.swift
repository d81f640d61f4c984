#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    "In a control group", .enabled(if: ControlGroup.isAvailable, "\(ControlGroup.reason)"),
    .timeLimit(.minutes(hangMinutes)))
  struct ControlGroupTests {
    @Test("SIGTERM to a frozen process is an end in order, once it runs again")
    func endedWhileFrozen() async throws {
      for _ in 0..<World.rounds {
        let child = try ChildProcess("SignalProbe")
        try await child.output.wait(for: "ready")
        let group = try ControlGroup([child.pid])
        try await group.freeze()
        child.send(SIGTERM)
        child.send(SIGCONT)
        #expect(child.output.all.last?.hasPrefix("ready") == true)
        try group.thaw()
        #expect(try await child.wait() == "exited 3")
        let events = SupervisorTests.wayDown.map { "\($0) SIGTERM" }
        #expect(Array(child.output.all.suffix(4).dropLast()) == events)
      }
    }

    @Test("time in which a group is frozen does not use up the budget of its processes (62)")
    func budget() async throws {
      let (end, trace) = try await FrozenWork.trial { child in
        let group = try ControlGroup([child.pid])
        try await group.freeze()
        return { try group.thaw() }
      }
      #expect(end == "exited 3")
      #expect(!trace.contains("expired"))
    }

    @Test("a group that is killed, as for too much memory: each next run reports it")
    func killed() async throws {
      for _ in 0..<World.rounds {
        let all = try (0..<3).map { _ in try NamedPipes() }
        let shells = try all.map { try ChildProcess("/bin/sh", ["-c", $0.probe()]) }
        for pipes in all { try await pipes.trace.wait(for: "ready") }
        try ControlGroup(shells.map(\.pid)).kill()
        for shell in shells {
          #expect(try await shell.end.wait(for: "").last == "died \(SIGKILL)")
        }
        for pipes in all {
          let next = try ChildProcess("/bin/sh", ["-c", pipes.probe("--exit 0")])
          try await pipes.trace.wait(
            for: "previous The last run crashed or was killed in the foreground.")
          try await pipes.trace.wait(for: "ready")
          next.send(SIGTERM)
          #expect(try await next.end.wait(for: "").last == "exited 0")
        }
      }
    }
  }
#endif
