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
      let counted = try JournalFolder()
      let log = counted.url.appending(path: "calls")
      try await trial(nil, shim.environment(log: log))
      var faults = try FaultShim.faults(in: log, completely: Rounds.isThorough)
      // A signal can interrupt the lock, which is one of the calls of this name.
      faults += try FaultShim.faults(in: log, completely: true, only: ["fcntl"])
        .filter { $0.isInterruption && !faults.contains($0) }
      #expect(Set(faults.map(\.call)).isSuperset(of: ["open", "write", "fsync", "pread", "pipe"]))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, fault) in faults.enumerated() {
          if index >= 4 { try await group.next() }
          group.addTask { try await trial(fault, shim.environment(fault)) }
        }
        try await group.waitForAll()
      }
      print("\(faults.count) faults in the journal")
    }

    private func trial(_ fault: FaultShim.Fault?, _ environment: [String: String]) async throws {
      let folder = try JournalFolder()
      try Data("before\n".utf8).write(to: URL(fileURLWithPath: folder.path))
      let input = folder.url.appending(path: "input")
      try Data(Self.typed.map { "\($0)\n" }.joined().utf8).write(to: input)
      let (read, notes) = (open(input.path, O_RDONLY), open("/dev/null", O_WRONLY))
      let child = try ChildProcess(
        "journal", [folder.path],
        environment: folder.environment.merging(
          environment.filter { $0.key.hasPrefix("FAULT") || $0.key == "LD_PRELOAD" }
        ) { $1 },
        descriptors: [0: read, 2: notes])
      close(read)
      close(notes)
      let end = try await child.wait()
      let name = fault.map { "\($0)" } ?? "no fault"
      let said = child.output.all
      #expect(["exited 0", "exited 1"].contains(end), "\(name): \(end) \(said)")

      let kept = folder.text.split(separator: "\n").map(String.init)
      #expect(kept.first == "before", "\(name): \(kept)")
      let acknowledged = Self.typed.filter { line in
        said.contains { $0.hasSuffix("  \(line)") && $0.first?.isNumber == true }
      }
      for line in acknowledged { #expect(kept.contains(line), "\(name): \(line) \(kept)") }
      // What was typed is in the file, or was given back, unless the input or the output failed, or
      // there was no thread to read it. Without a thread the exit code says that lines are missing.
      if fault.map({ !["read", "write", "poll", "pthread_create"].contains($0.call) }) != false {
        for line in Self.typed {
          #expect(kept.contains(line) || said.contains(line), "\(name): \(line) \(said)")
        }
      } else if fault?.call == "pthread_create" {
        let isComplete = Self.typed.allSatisfy { kept.contains($0) || said.contains($0) }
        #expect(isComplete || end == "exited 1", "\(name): \(end) \(said)")
      }
      if fault?.isInterruption != false {
        #expect(end == "exited 0" && kept == ["before"] + Self.typed, "\(name): \(end) \(said)")
      }
    }
  }
#endif
