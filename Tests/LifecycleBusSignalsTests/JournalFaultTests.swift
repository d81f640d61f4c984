#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    "The journal, when a system call fails",
    // Not beside other tests: a child that is being started holds their locks until it runs.
    .enabled(
      if: ProcessInfo.processInfo.environment["LIFECYCLEBUS_FAULTS"] != nil
        && FaultShim.shared != nil,
      "runs alone, with LIFECYCLEBUS_FAULTS=1; \(FaultShim.reason)"),
    .timeLimit(.minutes(20)))
  struct JournalFaultTests {
    static let typed = ["first line", "second line", "third line"]

    @Test("one failed call at any place traps nothing, hangs nothing and loses no line")
    func everyCall() async throws {
      let shim = try #require(FaultShim.shared)
      let faults = try await faults(with: shim)
      #expect(Set(faults.map(\.call)).isSuperset(of: ["open", "write", "fsync", "pread", "pipe"]))

      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, fault) in faults.enumerated() {
          if index >= 4 {
            try await group.next()
          }
          group.addTask {
            let run = try await run(in: shim.environment(fault))
            expectNoLoss(run, after: fault)
          }
        }
        try await group.waitForAll()
      }
      print("\(faults.count) faults in the journal")
    }

    private func faults(with shim: FaultShim) async throws -> [FaultShim.Fault] {
      let counted = try JournalFolder(in: TestFiles.folderInMemory)
      let log = counted.url.appending(path: "calls")
      expectOrder(try await run(in: shim.environment(log: log)), "no fault")

      let faults = try FaultShim.faults(in: log, completely: Rounds.isThorough)
      // A signal can interrupt the lock, which is one of the calls of this name.
      let interruptions = try FaultShim.faults(in: log, completely: true, only: ["fcntl"])
        .filter { $0.isInterruption && !faults.contains($0) }
      return faults + interruptions
    }

    private struct Run {
      let end: String
      let said: [String]
      /// The lines of the file.
      let saved: [String]

      func hasSavedOrSaid(_ line: String) -> Bool { saved.contains(line) || said.contains(line) }
    }

    /// Types the lines into a journal that has one already.
    private func run(in environment: [String: String]) async throws -> Run {
      let folder = try JournalFolder(in: TestFiles.folderInMemory)
      try Data("before\n".utf8).write(to: URL(fileURLWithPath: folder.path))
      let input = folder.url.appending(path: "input")
      try Data(Self.typed.map { "\($0)\n" }.joined().utf8).write(to: input)

      let typed = open(input.path, O_RDONLY)
      let nowhere = open("/dev/null", O_WRONLY)
      let shim = environment.filter { $0.key.hasPrefix("FAULT") || $0.key == "LD_PRELOAD" }
      let child = try ChildProcess(
        "journal", [folder.path],
        environment: folder.environment.merging(shim) { $1 },
        descriptors: [0: typed, 2: nowhere])
      close(typed)
      close(nowhere)

      let end = try await child.wait()
      let saved = folder.text.split(separator: "\n").map(String.init)
      return Run(end: end, said: child.output.all, saved: saved)
    }

    private func expectNoLoss(_ run: Run, after fault: FaultShim.Fault) {
      #expect(["exited 0", "exited 1"].contains(run.end), "\(fault): \(run)")
      #expect(run.saved.first == "before", "\(fault): \(run)")

      let acknowledged = Self.typed.filter { line in
        run.said.contains { $0.hasSuffix("  \(line)") && $0.first?.isNumber == true }
      }
      for line in acknowledged {
        #expect(run.saved.contains(line), "\(fault): \(line) \(run)")
      }

      switch fault.call {
      case "read", "write", "poll":
        // The input or the output has failed.
        break
      case "pthread_create":
        // Without a thread nobody reads what was typed. Then the exit code says that lines are missing.
        let isComplete = Self.typed.allSatisfy { run.hasSavedOrSaid($0) }
        #expect(isComplete || run.end == "exited 1", "\(fault): \(run)")
      default:
        // What was typed is in the file, or was given back.
        for line in Self.typed {
          #expect(run.hasSavedOrSaid(line), "\(fault): \(line) \(run)")
        }
      }

      if fault.isInterruption {
        expectOrder(run, "\(fault)")
      }
    }

    private func expectOrder(_ run: Run, _ name: String) {
      #expect(run.end == "exited 0", "\(name): \(run)")
      #expect(run.saved == ["before"] + Self.typed, "\(name): \(run)")
    }
  }
#endif
