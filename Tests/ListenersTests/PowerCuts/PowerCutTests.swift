#if os(Linux)
  import Foundation
  import LifecycleBus
  import TestSupport
  import Testing

  @testable import Listeners

  @MainActor
  @Suite(
    "The files of listeners after a power cut",
    .enabled(if: FaultShim.shared != nil, Comment(rawValue: FaultShim.reason)),
    .timeLimit(.minutes(10)))
  struct PowerCutTests {
    let folder: TemporaryFolder
    private let log: TemporaryFolder
    private let shim: FaultShim

    init() throws {
      (folder, log) = (try TemporaryFolder(), try TemporaryFolder())
      shim = try #require(FaultShim.shared)
    }

    /// Runs children in the folder, one after the other, and returns the record of their calls.
    private func trial(
      on initial: DiskContents = DiskContents(), _ runs: [String]...
    ) async throws -> PowerCutTrial {
      try initial.write(to: folder.url)
      let changes = log.file("changes")
      for arguments in runs {
        let child = try ChildProcess(
          "FilesChild", arguments, environment: shim.environment(changes: changes, of: folder.url))
        #expect(["exited 0", "died 6"].contains(try await child.wait()), "\(child.output.all)")
      }
      return try PowerCutTrial(log: changes, folder: folder.url, initial: initial)
    }

    // MARK: States

    private struct FoundState {
      let state: [String]
      let restoration: StateSaver<[String]>.Restoration
      /// What the file of the generation before held, if there was one.
      let previous: Result<StateEnvelope, FileDamage>?
      let names: [String]
    }

    private func openState(_ contents: DiskContents, _ path: String) throws -> FoundState {
      try contents.write(to: folder.url)
      let previous = contents.entries["\(path).previous"].flatMap { $0 }.map { bytes in
        Result { () throws(FileDamage) in try StateEnvelope(decoding: Array(bytes)) }
      }
      let saver = StateSaver(file: folder.file(path), initial: [String]())
      return FoundState(
        state: saver.state, restoration: saver.restoration, previous: previous,
        names: folder.names(in: path))
    }

    private func judge(_ found: FoundState, _ cut: PowerCutTrial.Cut) -> String? {
      let kept = cut.said.last.flatMap { UInt64($0.dropFirst("kept ".count)) } ?? 0
      let generation = found.restoration.generation
      if !found.restoration.problems.isEmpty { return "A file is damaged." }
      if generation < kept { return "What was acknowledged is not there." }
      if found.state != (0..<generation).map({ "word \($0 + 1)" }) { return "It is another state." }
      if found.restoration.source == .previous { return "The current file is missing." }
      switch found.previous {
      case .failure: return "The generation before is damaged."
      case .success(let previous) where previous.generation + 2 < generation:
        return "The generation before is too old."
      case nil where kept > 1: return "The generation before is missing."
      default: break
      }
      let names = ["words.state", "words.state.previous"]
      return Set(found.names).isSubset(of: names) ? nil : "A temporary file is left."
    }

    @Test("each state that a saver has acknowledged is there, and none is half")
    func states() async throws {
      let path = "new/deep/words.state"
      let file = folder.file(path).path
      let trial = try await trial(["states", file], ["states", file])
      #expect(trial.changes.count { $0 == .said("kept 10") } == 1)
      let problems = try await trial.run("states", open: { try openState($0, path) }, judge: judge)
      #expect(problems == [])
    }

    @Test("a file of another version outlives the save that replaces it")
    func otherVersion() async throws {
      let other = StateEnvelope(version: 7, generation: 3, payload: Array("{}".utf8))
      let file = Data(other.encoded)
      let trial = try await trial(
        on: DiskContents(["words.state": file]), ["states", folder.file("words.state").path])
      let problems = try await trial.run("states after another version", open: { $0 }) {
        contents, cut in
        let copies = contents.entries.filter { $0.key.hasPrefix("words.state") }
        return copies.values.contains(file) ? nil : "It is lost."
      }
      #expect(problems == [])
    }

    // MARK: Launches

    @Test("a launch that has ended in order has counted, and none counts twice")
    func launches() async throws {
      let file = folder.file("new/launches")
      let arguments = ["launch", file.path]
      let trial = try await trial(arguments, arguments, arguments)
      let problems = try await trial.run("launches") { contents in
        try contents.write(to: folder.url)
        return LaunchHistory(file: file).launch?.number
      } judge: { next, cut in
        let counted = cut.said.last.flatMap { Int($0) } ?? 0
        return [counted + 1, counted + 2].contains(next) ? nil : "The next is \(next ?? -1)."
      }
      #expect(problems == [])
    }

    // MARK: Sessions

    private struct FoundSession {
      let stored: UUID?
      let current: UUID?
      let problems: [ListenerFileError]
    }

    @Test("a session is kept once the way to the background is over, and gone once it has ended")
    func sessions() async throws {
      let file = folder.file("new/session")
      let trial = try await trial(["absence", file.path], ["end", file.path])
      let opened = trial.changes.compactMap { change -> String? in
        if case .said(let line) = change, line.hasPrefix("opened ") { line } else { nil }
      }
      try #require(opened.count == 2 && opened[0] == opened[1], "the second run continues it")
      let id = UUID(uuidString: String(opened[0].dropFirst("opened ".count)))
      let problems = try await trial.run("sessions") { contents in
        try contents.write(to: folder.url)
        let tracker = SessionTracker(.file(file), timeout: .seconds(3600))
        let saver = tracker.store?.saver
        return FoundSession(
          stored: saver?.state.session?.id, current: tracker.current?.id,
          problems: saver?.restoration.problems ?? [])
      } judge: { found, cut in
        let possible: [UUID?] =
          switch cut.said.last?.prefix(while: { $0 != " " }) {
          case "kept": [id]
          case "ended": [nil]
          case "opened" where cut.said.count > 1: [id]
          default: [nil, id]
          }
        if !found.problems.isEmpty { return "The file is damaged." }
        if found.current != found.stored { return "The session is not continued." }
        return possible.contains(found.stored) ? nil : "It is \(String(describing: found.stored))."
      }
      #expect(problems == [])
    }

    // MARK: Recordings

    @Test("a recording after a power cut has events that were recorded, or is damaged and says so")
    func recordings() async throws {
      let path = "new/flight"
      let file = folder.file(path)
      let trial = try await trial(["flight", file.path, "abort"], ["flight", file.path, "abort"])
      let problems = try await trial.run("recordings") { contents in
        try contents.write(to: folder.url)
        return FlightRecorder(file: file, files: FlightFiles())
      } judge: { recorder, _ in
        if let code = recorder.problem?.code {
          let damages: [ListenerFileError.Code] = [.wrongFormat, .truncated, .wrongChecksum]
          return damages.contains(code) ? nil : "The new run is not recorded."
        }
        let events = recorder.previousRecording?.events.map(\.event) ?? []
        let recorded: [AppLifecycleEvent] = [
          .didFinishLaunching, .willEnterForeground, .didBecomeActive,
        ]
        return Set(events).isSubset(of: recorded) ? nil : "\(events) were never recorded."
      }
      #expect(problems == [])
    }

    // MARK: Records

    @Test(
      "a record after a power cut is an older one, none or damaged, and never looks like a crash")
    func records() async throws {
      let path = "new/last-run"
      let file = folder.file(path)
      let trial = try await trial(
        ["run", file.path, "return", "didBecomeActive", "willTerminate"],
        ["run", file.path, "abort", "didBecomeActive", "didEnterBackground", "didBecomeActive"])
      let written = trial.changes.compactMap { change -> RunRecord? in
        guard case .write(path, _, let bytes) = change else { return nil }
        return (try? RunRecordFormat.newest(Array(bytes)))??.record
      }
      #expect(written.count > 8)
      var environment = RunEnvironment()
      environment.boot = .identifier("the boot after the cut")
      let problems = try await trial.run("records") { contents in
        try contents.write(to: folder.url)
        return TerminationDetector(file: file, environment: environment, records: RunRecords())
      } judge: { detector, _ in
        if detector.problem != nil { return "The new run is not recorded." }
        switch detector.previousRun.ending {
        case .firstLaunch, .reboot, .clean: break
        case .unknown(let error)
        where [.wrongFormat, .truncated, .wrongChecksum].contains(error.code): return nil
        default: return "It is \(detector.previousRun.ending)."
        }
        guard let record = detector.previousRun.record else { return nil }
        return written.contains(record) ? nil : "The record was never written."
      }
      #expect(problems == [])
    }
  }

  extension TemporaryFolder {
    /// What is in the folder of a file, by name.
    fileprivate func names(in path: String) -> [String] {
      let folder = file(path).deletingLastPathComponent().path
      return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
  }
#endif
