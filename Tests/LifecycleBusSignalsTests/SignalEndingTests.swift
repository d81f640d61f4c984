#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import LifecycleBusSignals

  /// Sends signals to a child process. S1 to S18 number the cases of the signal source.
  @Suite("Signals that end the process", .serialized, .timeLimit(.minutes(hangMinutes)))
  struct SignalEndingTests {
    @Test(
      "a source without a body ends by the way down, and then by the signal or the code (S1, 75)",
      arguments: [
        ("auto", SIGTERM, "died 15"), ("auto", SIGINT, "died 2"), ("auto", SIGHUP, "died 1"),
        ("return", SIGTERM, "died 15"), ("0", SIGTERM, "exited 0"), ("7", SIGINT, "exited 7"),
      ])
    func withoutBody(policy: String, signal: Int32, end: String) async throws {
      let child = try await ready(["--body", "none", "--exit", policy])
      child.send(signal)
      #expect(try await child.wait() == end)
      let name = "\(ProcessSignal(rawValue: signal))"
      #expect(child.output.all.dropFirst(5) == RunTests.wayDown.map { "\($0) \(name)" }[...])
    }

    @Test("a start tells that the app is launched, in the foreground and active")
    func start() async throws {
      let child = try ChildProcess("SignalProbe")
      #expect(
        try await child.output.wait(for: "ready").dropFirst() == [
          "didFinishLaunching", "willEnterForeground", "didBecomeActive", "ready",
        ])
    }

    @Test("a second ending signal ends the process at once, by the signal (S2)")
    func second() async throws {
      let child = try await held(["--exit", "7", "--budget", "endless"])
      child.send(SIGINT)
      try await child.output.wait(for: "willTerminate SIGINT")
      #expect(try await end(child, by: SIGINT) == "died \(SIGINT)")
    }

    @Test("two signals right after one another, and SIGCONT with them, are one (S2b, S12)")
    func twice() async throws {
      let child = try await held()
      child.send(SIGTERM)
      child.send(SIGTERM)
      try await child.output.wait(for: "willTerminate")
      child.send(SIGCONT)
      child.tell("ping")
      #expect(try await child.output.wait(for: "pong") == ["pong terminated terminal none"])
      child.tell("release")
      #expect(try await child.wait() == "exited 3")
    }

    @Test(
      "a listener or a body that blocks does not stop the second signal (S11)",
      arguments: [["--block", "didEnterBackground"], ["--body", "busy"], ["--body", "never"]])
    func stuck(options: [String]) async throws {
      let child = try await ready(options)
      child.send(SIGTERM)
      if options[0] == "--block" { try await child.output.wait(for: "blocked") }
      #expect(try await end(child, by: SIGTERM) == "died \(SIGTERM)")
    }

    @Test(
      "nothing that blocks stops the budget from running out, and a sentence says who blocks (S11)",
      arguments: [
        (["--block", "didEnterBackground"], ["the main actor did not answer", "upload"]),
        (["--body", "busy"], ["the main actor did not answer"]),
        (["--body", "never"], ["the body of run(_:) did not return"]),
        (["--anomalies", "no", "--exit", "7"], ["The time ran out", "open: upload"]),
        (["--body", "error"], ["SIGTERM came, and the program ended with an error: Mistake()"]),
      ])
    func budget(options: [String], words: [String]) async throws {
      let errors = try ChannelEnds()
      let child = try ChildProcess(
        "SignalProbe", ["--budget", "200"] + options, descriptors: [2: errors.write])
      close(errors.write)
      let complaints = LineReader(errors.read)
      try await child.output.wait(for: "ready")
      if words.joined().contains("upload") {
        child.tell("hold upload")
        child.tell("ping")
        try await child.output.wait(for: "pong")
      }
      child.send(SIGTERM)
      let end = try await child.end.wait(for: "").last
      #expect(end == (options.contains("7") ? "exited 7" : "died \(SIGTERM)"))
      try await complaints.waitForEnd()
      #expect(complaints.all.count == 1 && complaints.all[0].hasPrefix("LifecycleBus: "))
      for word in words {
        #expect(complaints.all.first?.contains(word) == true, "\(complaints.all)")
      }
    }

    @Test("an exit handler that hangs does not stop the budget from running out (S11)")
    func stuckExit() async throws {
      let child = try await ready(["--exit", "7", "--hang-at-exit", "yes", "--budget", "1000"])
      child.send(SIGTERM)
      #expect(try await child.wait() == "exited 7")
      #expect(child.output.all.contains("exiting"))
    }

    @Test(
      "the process waits for a hold, and ends when it is released (39)",
      arguments: ["30000", "endless"])
    func holdReleased(budget: String) async throws {
      let child = try await held(["--budget", budget])
      child.send(SIGTERM)
      try await child.output.wait(for: "willTerminate")
      child.tell("ping")
      try await child.output.wait(for: "pong")
      child.tell("release")
      #expect(try await child.wait() == "exited 3")
      #expect(!child.output.all.contains("expired"))
    }

    @Test("a hold that outlives the budget expires, is named, and the process dies (40, 75)")
    func holdExpires() async throws {
      let child = try await held(["--budget", "300"])
      child.send(SIGTERM)
      #expect(try await child.wait() == "died \(SIGTERM)")
      #expect(child.output.all.dropFirst(9).first == "expired")
      #expect(child.output.all.contains { $0.hasPrefix("anomaly") && $0.contains("open: upload") })
    }

    @Test("time in which the process is stopped does not use up the budget (62)")
    func stoppedOnTheWayDown() async throws {
      let (end, trace) = try await FrozenWork.trial { FrozenWork.bySignal($0) }
      #expect(end == "exited 3")
      #expect(!trace.contains("expired"))
    }

    @Test("a reader that goes is the way down, once, and the process waits for its holds")
    func readerGone() async throws {
      let probe = try PipedProbe(["--flood", "yes"])
      try await probe.lines.wait(for: "ready")
      try probe.tell("hold file\nping\n")
      try await probe.lines.wait(for: "pong")
      close(probe.output.read)
      #expect(
        try await probe.lines.wait(for: "willTerminate") == RunTests.wayDown.map { "\($0) SIGPIPE" }
      )
      // It writes on, and each line brings the signal again.
      try probe.tell("lines\n")
      try await probe.lines.wait(for: "100 lines")
      try probe.tell("ping\nrelease\n")
      try await probe.lines.wait(for: "pong terminated")
      #expect(try await probe.child.end.wait(for: "").last == "died \(SIGPIPE)")
    }

    @Test("a broken pipe elsewhere, as of a client that hangs up, is an error of the write alone")
    func brokenPipeElsewhere() async throws {
      let child = try await ready()
      for _ in 0..<3 {
        child.tell("break")
        try await child.output.wait(for: "wrote -1 true")
      }
      child.send(SIGPIPE)
      child.tell("ping")
      #expect(try await child.output.wait(for: "pong") == ["pong active terminal none"])
      child.send(SIGTERM)
      #expect(try await child.wait() == "exited 3")
    }

    @Test("SIGTERM and SIGCONT, in both orders and with every gap, are one way down")
    func endingWithResume() async throws {
      for round in 0..<24 {
        let (isReversed, gap) = (round % 2 == 1, UInt32(round / 2) * 5_000 / 11)
        let child = try await ready(["--exit", "die"])
        let start = ContinuousClock.now
        child.send(isReversed ? SIGCONT : SIGTERM)
        // The gap is what is tested: it decides which threads handle the two, and in which turn.
        if gap > 0 { usleep(gap) }
        child.send(isReversed ? SIGTERM : SIGCONT)
        let isLate = start.duration(to: .now) >= SignalPlan.resumeDelay
        #expect(try await child.wait() == "died \(SIGTERM)")
        let heard = child.output.all.dropFirst(5)
        // On a busy machine the gap may become longer than the rule's 50 ms: then there may be a way
        // up first, and the way down is the end of what was heard.
        let expected = RunTests.wayDown.map { "\($0) SIGTERM" }
        #expect(isLate ? heard.suffix(3) == expected[...] : heard == expected[...], "\(gap) us")
      }
    }

    private func ready(_ arguments: [String] = []) async throws -> ChildProcess {
      let child = try ChildProcess("SignalProbe", arguments)
      try await child.output.wait(for: "ready")
      return child
    }

    /// A child with an open hold.
    private func held(_ arguments: [String] = []) async throws -> ChildProcess {
      let child = try await ready(["--budget", "30000"] + arguments)
      child.tell("hold upload")
      child.tell("ping")
      try await child.output.wait(for: "pong")
      return child
    }

    /// Sends a signal until the process has ended, and returns how. One that comes within 100 ms of
    /// the first does not count as a second one.
    private func end(_ child: ChildProcess, by signal: Int32) async throws -> String? {
      try await child.end.wait(for: "", repeating: { child.send(signal) }).last
    }
  }

  /// A probe whose trace and commands have pipes of their own, so that its standard output is free.
  final class PipedProbe {
    let child: ChildProcess
    let output: ChannelEnds
    let lines: LineReader
    private let keyboard: FileHandle

    init(_ arguments: [String], output: ChannelEnds? = nil) throws {
      let (trace, commands) = (try ChannelEnds(), try ChannelEnds())
      self.output = try output ?? ChannelEnds()
      child = try ChildProcess(
        "SignalProbe", ["--trace", "5", "--commands", "6"] + arguments,
        descriptors: [1: self.output.write, 5: trace.write, 6: commands.read])
      for descriptor in [trace.write, commands.read, self.output.write] { close(descriptor) }
      lines = LineReader(trace.read)
      keyboard = FileHandle(fileDescriptor: commands.write, closeOnDealloc: true)
    }

    func tell(_ text: String) throws { try keyboard.write(contentsOf: Data(text.utf8)) }
  }
#endif
