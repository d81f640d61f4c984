#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Listeners

  /// What the system is asked for when a state is saved, and what becomes of a call that fails.
  @Suite(
    "The system calls of a save",
    .enabled(if: FaultShim.shared != nil, Comment(rawValue: FaultShim.reason)),
    .timeLimit(.minutes(20)))
  struct SystemCallTests {
    // In memory, because a real disk would be waited for in each of many children.
    private let folder = TemporaryFolder(inMemory: true)
    private let log = TemporaryFolder(inMemory: true)

    private func run(
      _ arguments: [String], _ environment: [String: String]
    ) async throws -> [String] {
      let child = try ChildProcess("SaverChild", arguments, environment: environment)
      #expect(try await child.wait() == "exited 0", "\(environment["FAULT"] ?? "no fault")")
      return child.output.all
    }

    // MARK: The order

    @Test(
      "a save is write, sync, rename and sync of the folder, and again whole if the last one fails",
      arguments: [(nil, 5), ("fsync:2:\(EIO)", 6)] as [(String?, Int)])
    func order(fault: String?, saves: Int) async throws {
      var environment = try #require(FaultShim.shared).environment(log: log.file("calls"))
      environment["FAULT"] = fault

      _ = try await run(["ways", folder.url.path], environment)

      let changes = try changes()
      // The folder's name is on the disk first.
      #expect(changes.starts(with: ["mkdir\t/new", "fsync\t"]), "\(changes)")

      let file = "/new/words.json"
      let temporary = "/new/words.json.tmp"
      let save = [
        "open\t\(temporary)", "write\t\(temporary)", "fsync\t\(temporary)",
        "rename\t\(temporary)\t\(file)", "fsync\t/new",
      ]
      let found = changes.split { $0 == "said" }.dropFirst().map { Array($0) }
      #expect(found.count { $0 == save } == 5, "\(changes)")
      #expect(found.count == saves, "\(changes)")
    }

    /// The calls in the log that have changed something in the folder, but for the lock's, with paths
    /// that begin there; and "said" where the child has said something.
    private func changes() throws -> [String] {
      let path = folder.url.path(percentEncoded: false).dropLast()
      let lines = try String(contentsOf: log.file("calls"), encoding: .utf8).split(separator: "\n")

      func isOfSave(_ line: Substring) -> Bool {
        if line == "said" { return true }
        return line.contains(path) && !line.contains(".lock")
      }

      return lines.filter(isOfSave).map { String($0.replacing(path, with: "")) }
    }

    @Test("a state that comes back after a save that failed at the folder is written again")
    func stateComesBack() async throws {
      // The folder is synced once for each save, after the file: the second save fails there, when its
      // file is in its place.
      var environment = try #require(FaultShim.shared).environment()
      environment["FAULT"] = "fsync:3:\(EIO)"

      let said = try await run(["back", folder.file("words.json").path], environment)

      #expect(said == ["A saved", "B unwritable", "the file has B", "A saved", "the file has A"])
    }

    // MARK: A call that fails

    @Test("one failed call loses nothing that was acknowledged, and leaves nothing behind")
    func everyCall() async throws {
      let shim = try #require(FaultShim.shared)
      let calls: Set = [
        "open", "lstat", "fstat", "write", "fsync", "rename", "mkdir", "unlink", "fcntl", "lseek",
      ]
      _ = try await run(["ways", folder.url.path], shim.environment(log: log.file("calls")))
      let faults = try FaultShim.faults(
        in: log.file("calls"), completely: Rounds.isThorough, only: calls)
      #expect(Set(faults.map(\.call)) == calls)

      let refused = try await trials(of: faults, with: shim).count { $0 == .refused }

      #expect(refused > faults.count / 4, "Hardly any fault was noticed, so this shows nothing.")
      print("\(faults.count) faults, \(refused) of them reported")
    }

    /// What a child has said of its saves in which a call has failed.
    private enum Outcome { case saved, refused }

    /// Tries all faults, two at a time.
    private func trials(of faults: [FaultShim.Fault], with shim: FaultShim) async throws
      -> [Outcome]
    {
      try await withThrowingTaskGroup(of: Outcome.self) { group in
        var outcomes: [Outcome] = []
        for (index, fault) in faults.enumerated() {
          if index >= 2, let outcome = try await group.next() {
            outcomes.append(outcome)
          }
          group.addTask {
            try await Self.trial(of: fault, shim.environment(fault), in: folder)
          }
        }

        for try await outcome in group {
          outcomes.append(outcome)
        }
        return outcomes
      }
    }

    /// Runs the child on a copy of what the first run has left, and looks at what it leaves.
    private static func trial(
      of fault: FaultShim.Fault, _ environment: [String: String], in template: TemporaryFolder
    ) async throws -> Outcome {
      let folder = TemporaryFolder(inMemory: true)
      try FileManager.default.copyItem(at: template.file("new"), to: folder.file("new"))

      let child = try ChildProcess(
        "SaverChild", ["ways", folder.url.path], environment: environment)
      let end = try await child.wait()

      let said = child.output.all
      #expect(end == "exited 0" && said.last == "done", "\(fault): \(end) \(said)")
      try await expectWhatWasAcknowledged(in: folder, after: fault, said)
      return try outcome(of: fault, said)
    }

    private static func outcome(of fault: FaultShim.Fault, _ said: [String]) throws -> Outcome {
      let refusals = said.filter { $0.hasPrefix("refused ") }
      let known = /refused (inUse|unreadable|unwritable)/

      for refusal in refusals {
        #expect(refusal.wholeMatch(of: known) != nil, "\(fault): \(refusal)")
      }

      return refusals.isEmpty ? .saved : .refused
    }

    /// Expects what was acknowledged last, or was there before, and nothing that a failed save has
    /// left.
    private static func expectWhatWasAcknowledged(
      in folder: TemporaryFolder, after fault: FaultShim.Fault, _ said: [String]
    ) async throws {
      let saver = await StateSaver(file: folder.file("new/words.json"), initial: [String]())
      let words = await saver.state
      let asides = folder.names(in: "new").filter {
        $0.contains(".other") || $0.contains(".damaged")
      }

      // That there is no file is believed.
      if fault.number != ENOENT {
        let last = said.last { $0.hasPrefix("kept ") }
        let acknowledged = last.flatMap { Int($0.dropFirst("kept ".count)) } ?? 5
        let isWhole = words.count >= acknowledged && acknowledged >= 5
        #expect(isWhole || !asides.isEmpty, "\(fault): \(said) \(words)")
      }

      // The next save removes what a failed one may have left.
      await MainActor.run { saver.state.append("end") }
      try await saver.saveAndWait()
      let names = Set(folder.names(in: "new")).subtracting(asides)
      #expect(names == ["words.json", "words.json.lock"], "\(fault): \(names)")
    }
  }
#endif
