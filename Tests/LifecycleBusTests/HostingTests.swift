#if os(macOS) || os(Linux) || os(Windows)
  import TestSupport
  import Testing

  /// The situations in which a process drains its main queue, each in a child process.
  @Suite("Hosting situations", .timeLimit(.minutes(hangMinutes)))
  struct HostingTests {
    static let delivered = [
      "here: didFinishLaunching, anomalies: 0",
      "while the main actor is busy: 0",
    ]
    static let arrived = [
      "elsewhere: didBecomeActive willResignActive didEnterBackground",
      "in order, each reported: true",
    ]

    @Test("delivery is synchronous in top-level code (35)")
    func topLevel() async throws {
      let outcome = try await HelperProgram("HostingProbe").run("top-level")
      #expect(
        outcome.lines == ["main thread: true"] + Self.delivered + ["the last: willTerminate"]
          + Self.arrived)
      #expect(outcome.exitCode == 0)
    }

    @Test("delivery is synchronous under a run loop (35)")
    func runLoop() async throws {
      let outcome = try await HelperProgram("HostingProbe").run("run-loop")
      #expect(outcome.lines == ["main thread: true"] + Self.delivered + Self.arrived)
      #expect(outcome.exitCode == 0)
    }

    @Test("delivery is synchronous after dispatchMain() (35)")
    func dispatchMain() async throws {
      let outcome = try await HelperProgram("HostingProbe").run("dispatch-main")
      #expect(Array(outcome.lines.dropFirst()) == Self.delivered + Self.arrived)
      #expect(outcome.exitCode == 0)
      #if os(Linux)
        #expect(outcome.lines.first == "main thread: false")
      #endif
    }

    @Test("delivery is synchronous under an async main (35)")
    func asyncMain() async throws {
      let outcome = try await HelperProgram("AsyncHostingProbe").run()
      #expect(
        Array(outcome.lines.dropFirst())
          == [
            Self.delivered[0], "in sync: didFinishLaunching, anomalies: 0",
            "raw in sync: didFinishLaunching, anomalies: 0", Self.delivered[1],
          ] + Self.arrived)
      #expect(outcome.exitCode == 0)
      #if os(Linux)
        #expect(outcome.lines.first == "main thread: false")
      #endif
    }

    @Test("a worker thread that has the main actor, inside another queue's sync: at once (54)")
    func workerThreadInSync() async throws {
      let outcome = try await HelperProgram("HostingProbe").run("dispatch-main-sync")
      // First in a block of the main queue, then in a task.
      #expect(
        outcome.lines == [
          "in sync: didFinishLaunching, anomalies: 0", "in sync: didFinishLaunching, anomalies: 0",
          "raw in sync: didFinishLaunching, anomalies: 0",
        ])
      #expect(outcome.exitCode == 0)
    }

    @Test("delivery is synchronous inside another queue's sync (35, 37, 54)")
    func otherQueue() async throws {
      let outcome = try await HelperProgram("HostingProbe").run("other-queue")
      #expect(outcome.lines == ["here: didFinishLaunching, anomalies: 0"])
      #expect(outcome.exitCode == 0)
    }
  }
#endif
