#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import LifecycleBus
  @testable import LifecycleBusSignals

  /// The end by force needs nobody: not who reads standard error or the terminal, no lock, and not
  /// the main actor, which is blocked in each of these trials.
  @Suite(
    "The end by force", .serialized, .timeLimit(.minutes(hangMinutes)),
    .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
  struct SignalForceTests {
    /// Of a probe that blocks on its way down.
    private static let options = ["--budget", "50", "--block", "willResignActive"]

    @Test("ends a process whose standard error is full, and whose main thread has C's locks (74)")
    func fullPipe() async throws {
      let errors = try ChannelEnds()
      fill(errors.write)
      let child = try ChildProcess(
        "SignalProbe", Self.options + ["--lock-streams", "--exit", "7"],
        descriptors: [2: errors.write])
      try await child.output.wait(for: "ready")

      child.send(SIGTERM)

      #expect(try await child.end.wait(for: "").last == "died \(SIGTERM)")
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
      let probe = try await PipedProbe(
        ["--budget", "50", "--body", "\(ProbeBody.none)"], output: output)
      // What C holds back is to be written at the end, and nobody takes it.
      try probe.tell(.print)
      try probe.tell(.ping)
      try await probe.trace.wait(for: "pong")

      probe.child.send(SIGTERM)

      #expect(try await probe.child.end.wait(for: "").last == "died \(SIGTERM)")
      close(output.read)
    }

    @Test("ends a process whose terminal takes nothing, and puts its modes back (74)")
    func stoppedTerminal() async throws {
      let job = try await Job.probe(
        .returnsWhenCancelled, Self.options + ["--reset", "left"])
      #expect(job.makeRaw())
      let terminal = open("/proc/\(job.pid)/fd/0", O_RDWR | O_NOCTTY | O_CLOEXEC)
      defer {
        close(terminal)
      }
      // As Ctrl-S does.
      #expect(tcflow(terminal, TCOOFF) == 0)

      job.send(SIGTERM)

      #expect(try await job.changes.wait(for: "died").last == "died \(SIGTERM)")
      #expect(!job.isRaw)
      #expect(tcflow(terminal, TCOON) == 0)
    }

    /// Writes until the pipe takes no more.
    private func fill(_ descriptor: Int32) {
      let bytes = [UInt8](repeating: 0, count: 4_096)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)

      for size in [bytes.count, 1] {
        while write(descriptor, bytes, size) > 0 {
          continue
        }
      }
      _ = fcntl(descriptor, F_SETFL, 0)
    }
  }
#endif
