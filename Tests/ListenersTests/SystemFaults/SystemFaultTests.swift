#if os(Linux)
  import Foundation
  import LifecycleBus
  import TestSupport
  import Testing

  @testable import Listeners

  @Suite(
    "Files and messages whose system calls fail",
    // Not beside other tests: a child that is being started holds their locks until it runs.
    .enabled(
      if: ProcessInfo.processInfo.environment["LIFECYCLEBUS_FAULTS"] != nil
        && FaultShim.shared != nil,
      "runs alone, with LIFECYCLEBUS_FAULTS=1; \(FaultShim.reason)"),
    .timeLimit(.minutes(20)))
  struct SystemFaultTests {
    /// A folder that one run has filled, to be copied for each trial.
    let template = TemporaryFolder()

    @Test(
      "one failed call at any place traps nothing, hangs nothing and loses nothing that was saved")
    func everyCall() async throws {
      let first = try ChildProcess("FilesChild", ["everything", template.url.path, "@none"])
      #expect(try await first.wait() == "exited 0")
      #expect(first.output.all.filter { $0.hasPrefix("saved") }.last == "saved one,two,three")

      let counted = TemporaryFolder()
      let log = counted.file("calls")
      let (shim, copied) = (try #require(FaultShim.shared), template.url)
      _ = try await Self.trial(nil, in: copied, environment: shim.environment(log: log))
      let faults = try FaultShim.faults(in: log, completely: LongTests.areOn)
      #expect(Set(faults.map(\.call)).isSuperset(of: ["openat", "pwrite", "fsync", "sendto"]))

      var failed = 0
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for (index, fault) in faults.enumerated() {
          if index >= 4, try await group.next() == true { failed += 1 }
          group.addTask {
            try await Self.trial(fault, in: copied, environment: shim.environment(fault))
          }
        }
        for try await outcome in group where outcome { failed += 1 }
      }
      #expect(failed > faults.count / 4, "Hardly any fault was noticed, so this shows nothing.")
      print("\(faults.count) faults in files and messages, \(failed) of them noticed")
    }

    /// Runs the child in a copy of the template. Returns whether it has noticed a fault.
    private static func trial(
      _ fault: FaultShim.Fault?, in template: URL, environment: [String: String]
    ) async throws -> Bool {
      let folder = TemporaryFolder()
      let manager = FileManager.default
      for name in try manager.contentsOfDirectory(atPath: template.path) {
        try manager.copyItem(at: template.appending(path: name), to: folder.file(name))
      }
      let receiver = try DatagramReceiver(isAbstract: true)
      let child = try ChildProcess(
        "FilesChild", ["everything", folder.url.path, receiver.name], environment: environment)
      let end = try await child.wait()
      let name = fault.map { "\($0)" } ?? "no fault"
      let said = child.output.all
      #expect(end == "exited 0" && said.last == "done", "\(name): \(end) \(said)")
      let problems = said.filter {
        ["problem", "refused", "unsent"].contains($0.prefix { $0 != " " })
      }
      for problem in problems {
        let code = String(problem.drop { $0 != " " }.dropFirst())
        #expect(
          ListenerFileError.Code(rawValue: code) != nil || code == "sendFailed",
          "\(name): \(problem)")
      }
      if fault?.isInterruption != false {
        #expect(problems == [] && said.contains("written"), "\(name): \(said)")
      }
      try await checkFiles(in: folder, name, said, fault)
      // Each message came, or was reported. One that waits for a full queue may come too late here.
      if fault.map({ ![EAGAIN, ENOBUFS].contains($0.number) }) != false {
        let messages = receiver.messages()
        let unsent = said.count { $0.hasPrefix("unsent") }
        #expect(messages.count + unsent >= 2, "\(name): \(messages) \(said)")
      }
      return !problems.isEmpty
    }

    private static let believed = [ENOENT, ELOOP, EMLINK, ENXIO, EOPNOTSUPP, EISDIR]

    /// What was acknowledged, or was there before, is there.
    private static func checkFiles(
      in folder: TemporaryFolder, _ name: String, _ said: [String], _ fault: FaultShim.Fault?
    ) async throws {
      let saved = said.last { $0.hasPrefix("saved ") }?.dropFirst("saved ".count)
      // An error that says that there is no file, or a link or a device in its place, is believed.
      let isBelieved = fault.map { believed.contains($0.number) } ?? false
      if !isBelieved, let saved { #expect(saved.hasPrefix("one,two,three"), "\(name): \(said)") }
      if let saved = saved ?? (isBelieved ? nil : "one,two,three") {
        let contents = try folder.names.filter { $0.hasPrefix("words.state") }.compactMap {
          let bytes = Array(try Data(contentsOf: folder.file($0)))
          return (try? StateEnvelope(decoding: bytes)).flatMap {
            try? JSONDecoder().decode([String].self, from: Data($0.payload)).joined(separator: ",")
          }
        }
        #expect(contents.contains { $0.hasPrefix(saved) }, "\(name): \(contents) \(said)")
      }
      if saved != nil {
        let current = Array(try Data(contentsOf: folder.file("words.state")))
        #expect(throws: Never.self, "\(name)") { _ = try StateEnvelope(decoding: current) }
      }
      // Half a record is never the only one.
      if let bytes = try? Data(contentsOf: folder.file("last-run")) {
        #expect(throws: Never.self, "\(name)") { _ = try RunRecordFormat.newest(Array(bytes)) }
      }
      // The next run reads a recording, or says what is wrong with it.
      let next = await FlightRecorder(file: folder.file("flight"), files: FlightFiles())
      let read = await next.previousRecording
      #expect(read?.problem == nil, "\(name)")
      if said.contains("written") {
        let lines = try String(contentsOf: folder.file("new/flight.jsonl"), encoding: .utf8)
        #expect(FlightRecording(jsonLines: lines).events.count > 3, "\(name)")
      }
      for file in ["words.state", "session"] { DurableFile(folder.file(file)).removeLeftovers() }
      let leftovers = folder.names.filter { $0.hasSuffix(".tmp") }
      #expect(leftovers == [], "\(name)")
    }
  }
#endif
