#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    "A signal source whose system calls fail",
    // Not beside other tests: a child that is being started holds their locks until it runs.
    .enabled(
      if: ProcessInfo.processInfo.environment["LIFECYCLEBUS_FAULTS"] != nil
        && FaultShim.shared != nil,
      "runs alone, with LIFECYCLEBUS_FAULTS=1; \(FaultShim.reason)"),
    .timeLimit(.minutes(20)))
  struct SignalFaultTests {
    @Test("one failed call at any place is an error of the start, or the process still ends")
    func everyCall() async throws {
      let shim = try #require(FaultShim.shared)
      let log = TestFiles.folderInMemory.appending(path: "calls-\(UUID().uuidString)")
      defer {
        try? FileManager.default.removeItem(at: log)
      }

      _ = try await trial(nil, shim.environment(log: log))
      let faults = try FaultShim.faults(in: log, completely: Rounds.isThorough)
      #expect(Set(faults.map(\.call)).isSuperset(of: ["pipe", "sigaction", "pthread_create"]))

      var refused = 0
      for fault in faults {
        let isRefused = try await trial(fault, shim.environment(fault))
        if isRefused {
          refused += 1
        }
      }

      // The pipe's calls, the handlers' and the thread's.
      #expect(refused > 5)
      print("\(faults.count) faults in the signal source, \(refused) of them refused the start")
    }

    /// Returns whether the source did not start.
    private func trial(
      _ fault: FaultShim.Fault?, _ environment: [String: String]
    ) async throws -> Bool {
      let name = fault.map { "\($0)" } ?? "no fault"
      let child = try ChildProcess("SignalProbe", ["--exit", "7"], environment: environment)
      let said = try await child.output.wait { $0.hasPrefix("ready") || $0.hasPrefix("error") }

      if said.last?.hasPrefix("error") == true {
        #expect(fault?.isInterruption == false, "\(name): \(said)")
        child.tell(.exit)
        #expect(try await child.wait() == "exited 4", "\(name): \(child.output.all)")
        return true
      }

      // A handler that cannot write has lost its signal; the next one counts.
      if fault?.call == "write" {
        child.send(SIGHUP)
      }
      child.send(SIGTERM)
      let end = try await child.wait()

      if fault == nil {
        #expect(end == "exited 7", "\(name): \(child.output.all)")
        #expect(child.output.all.contains { $0.hasPrefix("willTerminate") })
      }
      let ends = ["died 1", "died 15", "exited 129", "exited 143", "exited 7"]
      #expect(ends.contains(end), "\(name): \(end) \(child.output.all)")
      return false
    }
  }
#endif
