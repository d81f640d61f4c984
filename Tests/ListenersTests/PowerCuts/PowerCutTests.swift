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
    let folder = TemporaryFolder()
    private let log = TemporaryFolder()

    /// Runs children in the folder, one after the other, and returns the record of their calls.
    private func trial(
      on initial: DiskContents = DiskContents(), _ runs: [String]...
    ) async throws -> PowerCutTrial {
      try initial.write(to: folder.url)
      let (shim, changes) = (try #require(FaultShim.shared), log.file("changes"))
      for arguments in runs {
        let child = try ChildProcess(
          "FilesChild", arguments, environment: shim.environment(changes: changes, of: folder.url))
        #expect(["exited 0", "died 6"].contains(try await child.wait()), "\(child.output.all)")
      }
      return try PowerCutTrial(log: changes, folder: folder.url, initial: initial)
    }

    /// Cuts the power after each call, and reads what that leaves in the folder.
    private func cut<Found>(
      _ trial: PowerCutTrial, _ name: String, read: (DiskContents) throws -> Found,
      judge: (Found, PowerCutTrial.Cut) throws -> String?
    ) async throws {
      let problems = try await trial.run(
        name,
        open: { contents in
          try contents.write(to: folder.url)
          return try read(contents)
        }, judge: judge)
      #expect(problems == [])
    }

    @Test("each state that a saver has acknowledged is there, and none is half")
    func states() async throws {
      let path = "new/deep/words.state"
      let file = folder.file(path)
      let trial = try await trial(["states", file.path], ["states", file.path])
      #expect(trial.changes.count { $0 == .said("kept 10") } == 1)
      try await cut(trial, "states") { contents in
        // What the file of the generation before held, if there was one.
        let previous = contents.entries["\(path).previous"].flatMap { $0 }.map { bytes in
          Result { try StateEnvelope(decoding: Array(bytes)).generation }
        }
        let saver = StateSaver(file: file, initial: [String]())
        return (saver.state, saver.restoration, previous, folder.names(in: "new/deep"))
      } judge: { found, cut in
        let (state, restoration, previous, names) = found
        let kept = cut.said.last.flatMap { UInt64($0.dropFirst("kept ".count)) } ?? 0
        let generation = restoration.generation
        if !restoration.problems.isEmpty { return "A file is damaged." }
        if generation < kept { return "What was acknowledged is not there." }
        if state != (0..<generation).map({ "word \($0 + 1)" }) { return "It is another state." }
        if restoration.source == .previous { return "The current file is missing." }
        switch previous {
        case .failure: return "The generation before is damaged."
        case .success(let previous) where previous + 2 < generation:
          return "The generation before is too old."
        case nil where kept > 1: return "The generation before is missing."
        default: break
        }
        let expected = ["words.state", "words.state.previous"]
        return Set(names).isSubset(of: expected) ? nil : "A temporary file is left."
      }
    }

    @Test("a file of another version outlives the save that replaces it")
    func otherVersion() async throws {
      let file = Data(StateEnvelope(version: 7, generation: 3, payload: Array("{}".utf8)).encoded)
      let trial = try await trial(
        on: DiskContents(["words.state": file]), ["states", folder.file("words.state").path])
      let problems = try await trial.run("states after another version", open: { $0 }) {
        contents, cut in
        let copies = contents.entries.filter { $0.key.hasPrefix("words.state") }
        return copies.values.contains(file) ? nil : "It is lost."
      }
      #expect(problems == [])
    }

    @Test("a launch that has ended in order has counted, and none counts twice")
    func launches() async throws {
      let file = folder.file("new/launches")
      let arguments = ["launch", file.path]
      let trial = try await trial(arguments, arguments, arguments)
      try await cut(trial, "launches") { _ in
        LaunchHistory(file: file).launch?.number
      } judge: { next, cut in
        let counted = cut.said.last.flatMap { Int($0) } ?? 0
        return [counted + 1, counted + 2].contains(next) ? nil : "The next is \(next ?? -1)."
      }
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
      try await cut(trial, "sessions") { _ in
        let tracker = SessionTracker(.file(file), timeout: .seconds(3600))
        let saver = tracker.store?.saver
        return (
          stored: saver?.state.session?.id, current: tracker.current?.id,
          isWhole: saver?.restoration.problems.isEmpty != false
        )
      } judge: { found, cut in
        let possible: [UUID?] =
          switch cut.said.last?.prefix(while: { $0 != " " }) {
          case "kept": [id]
          case "ended": [nil]
          case "opened" where cut.said.count > 1: [id]
          default: [nil, id]
          }
        if !found.isWhole { return "The file is damaged." }
        if found.current != found.stored { return "The session is not continued." }
        return possible.contains(found.stored) ? nil : "It is \(String(describing: found.stored))."
      }
    }

    @Test("a recording after a power cut has events that were recorded, or is damaged and says so")
    func recordings() async throws {
      let file = folder.file("new/flight")
      let trial = try await trial(["flight", file.path, "abort"], ["flight", file.path, "abort"])
      try await cut(trial, "recordings") { _ in
        FlightRecorder(file: file, files: FlightFiles())
      } judge: { recorder, _ in
        if let code = recorder.problem?.code {
          return damages.contains(code) ? nil : "The new run is not recorded."
        }
        let events = recorder.previousRecording?.events.map(\.event) ?? []
        let recorded: [AppLifecycleEvent] = [
          .didFinishLaunching, .willEnterForeground, .didBecomeActive,
        ]
        return Set(events).isSubset(of: recorded) ? nil : "\(events) were never recorded."
      }
    }

    private let damages: [ListenerFileError.Code] = [.wrongFormat, .truncated, .wrongChecksum]

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
      try await cut(trial, "records") { _ in
        TerminationDetector(file: file, environment: environment, records: RunRecords())
      } judge: { detector, _ in
        if detector.problem != nil { return "The new run is not recorded." }
        switch detector.previousRun.ending {
        case .firstLaunch, .reboot, .clean: break
        case .unknown(let error) where damages.contains(error.code): return nil
        default: return "It is \(detector.previousRun.ending)."
        }
        guard let record = detector.previousRun.record else { return nil }
        return written.contains(record) ? nil : "The record was never written."
      }
    }
  }
#endif
