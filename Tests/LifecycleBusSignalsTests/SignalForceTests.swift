#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import LifecycleBus
  @testable import LifecycleBusSignals

  /// The end by force needs nobody: not who reads standard error or the terminal, no lock, and not
  /// the main actor, which is blocked in each of these trials.
  @Suite("The end by force", .serialized, .timeLimit(.minutes(hangMinutes)))
  struct SignalForceTests {
    /// What brings the end.
    enum Force: CaseIterable {
      case budget, termination, interrupt
      /// The signal that comes, and comes again except for `budget`.
      var signal: Int32 { self == .interrupt ? SIGINT : SIGTERM }
      /// The budget of the source, in milliseconds.
      var budget: String { self == .budget ? "50" : "30000" }
    }

    @Test(
      "ends a process whose standard error is a full pipe, and whose main thread keeps C's locks (74)",
      arguments: Force.allCases)
    func fullPipe(force: Force) async throws {
      let errors = try ChannelEnds()
      fill(errors.write)
      let child = try ChildProcess(
        "SignalProbe",
        [
          "--budget", force.budget, "--block", "willResignActive", "--keep-streams", "yes",
          "--exit", "7",
        ],
        descriptors: [2: errors.write])
      try await child.output.wait(for: "ready")
      child.send(force.signal)
      try await child.output.wait(for: "blocked")
      let end = try await child.end.wait(
        for: "", repeating: { if force != .budget { child.send(force.signal) } })
      #expect(end.last == "died \(force.signal)")
      close(errors.read)
      close(errors.write)
    }

    @Test("no sentence is written to a file that was opened in the place of standard error")
    func closedErrors() async {
      await #expect(processExitsWith: .success) { @MainActor in
        await Descriptors.letDispatchOpenItsOwn()
        let database = TestFiles.folder.appending(path: "database")
        close(2)
        let source = ProcessSignalSource(mediator: AppLifecycleMediator())
        try source.start()
        try Descriptors.put(database, at: 2)

        SignalSystem.complain("A sentence.")

        #expect(try Data(contentsOf: database).isEmpty)
      }
    }

    @Test("ends a process that nobody waits in, whose standard output is a full pipe (74)")
    func fullOutput() async throws {
      let output = try ChannelEnds()
      fill(output.write)
      let probe = try PipedProbe(["--budget", "50", "--body", "none"], output: output)
      try await probe.lines.wait(for: "ready")
      // What C holds back is to be written at the end, and nobody takes it.
      try probe.tell("print\nping\n")
      try await probe.lines.wait(for: "pong")
      probe.child.send(SIGTERM)
      #expect(try await probe.child.end.wait(for: "").last == "died \(SIGTERM)")
      close(output.read)
    }

    @Test(
      "ends a process whose terminal takes nothing, and puts its modes back (74)",
      arguments: Force.allCases)
    func stoppedTerminal(force: Force) async throws {
      let job = try await Job.probe([
        "--budget", force.budget, "--block", "willResignActive", "--reset", "left",
      ])
      #expect(job.makeRaw())
      let terminal = open("/proc/\(job.pid)/fd/0", O_RDWR | O_NOCTTY | O_CLOEXEC)
      defer { close(terminal) }
      // As Ctrl-S does.
      #expect(tcflow(terminal, TCOOFF) == 0)
      job.send(force.signal)
      try await job.trace.wait(for: "blocked")
      let news = try await job.news.wait(
        for: "died", repeating: { if force != .budget { job.send(force.signal) } })
      #expect(news.last == "died \(force.signal)")
      #expect(!job.isRaw)
      #expect(tcflow(terminal, TCOON) == 0)
    }

    /// Writes until the pipe takes no more.
    private func fill(_ descriptor: Int32) {
      let bytes = [UInt8](repeating: 0, count: 4_096)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      while write(descriptor, bytes, bytes.count) > 0 || write(descriptor, bytes, 1) > 0 {}
      _ = fcntl(descriptor, F_SETFL, 0)
    }
  }
#endif
