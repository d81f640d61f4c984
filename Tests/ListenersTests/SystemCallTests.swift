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
    private let folder = TemporaryFolder()
    private let log = TemporaryFolder()

    private func run(
      _ arguments: [String], _ environment: [String: String]
    ) async throws -> [String] {
      let child = try ChildProcess("SaverChild", arguments, environment: environment)
      #expect(try await child.wait() == "exited 0", "\(environment["FAULT"] ?? "no fault")")
      return child.output.all
    }

    @Test(
      "a save is write, sync, rename and sync of the folder, and again whole if the last one fails",
      arguments: [nil, "fsync:2:\(EIO)"])
    func order(fault: String?) async throws {
      let calls = log.file("calls")
      var environment = try #require(FaultShim.shared).environment(log: calls)
      environment["FAULT"] = fault
      _ = try await run(["ways", folder.url.path], environment)
      let path = folder.url.path(percentEncoded: false).dropLast()
      let changes = try String(contentsOf: calls, encoding: .utf8)
        .split(separator: "\n").filter { $0 == "said" || $0.contains(path) }
        .map { String($0.replacing(path, with: "")) }.filter { !$0.contains(".lock") }
      let (file, temporary) = ("/new/words.json", "/new/words.json.tmp")
      let save = [
        "open\t\(temporary)", "write\t\(temporary)", "fsync\t\(temporary)",
        "rename\t\(temporary)\t\(file)", "fsync\t/new",
      ]
      // The folder's name is on the disk first.
      #expect(changes.starts(with: ["mkdir\t/new", "fsync\t"]), "\(changes)")
      let saves = changes.split { $0 == "said" }.dropFirst().map { Array($0) }
      #expect(saves.count { $0 == save } == 5, "\(changes)")
      #expect(saves.count == (fault == nil ? 5 : 6), "\(changes)")
    }

    @Test("one failed call loses nothing that was acknowledged, and leaves nothing behind")
    func everyCall() async throws {
      let shim = try #require(FaultShim.shared)
      _ = try await run(["ways", folder.url.path], shim.environment(log: log.file("calls")))
      let calls: Set = [
        "open", "lstat", "fstat", "write", "fsync", "rename", "mkdir", "unlink", "fcntl", "lseek",
      ]
      let faults = try FaultShim.faults(
        in: log.file("calls"), completely: Rounds.isThorough, only: calls)
      #expect(Set(faults.map(\.call)) == calls)
      var refused = 0
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for (index, fault) in faults.enumerated() {
          if index >= 2, try await group.next() == true { refused += 1 }
          group.addTask { try await Self.trial(fault, shim.environment(fault), in: folder) }
        }
        for try await hasRefused in group where hasRefused { refused += 1 }
      }
      #expect(refused > faults.count / 4, "Hardly any fault was noticed, so this shows nothing.")
      print("\(faults.count) faults, \(refused) of them reported")
    }

    /// Runs the child on a copy of what the first run has left. Returns whether it has reported a
    /// failed save.
    private static func trial(
      _ fault: FaultShim.Fault, _ environment: [String: String], in template: TemporaryFolder
    ) async throws -> Bool {
      let folder = TemporaryFolder()
      try FileManager.default.copyItem(at: template.file("new"), to: folder.file("new"))
      let child = try ChildProcess(
        "SaverChild", ["ways", folder.url.path], environment: environment)
      let end = try await child.wait()
      let said = child.output.all
      #expect(end == "exited 0" && said.last == "done", "\(fault): \(end) \(said)")
      let refusals = said.filter { $0.hasPrefix("refused ") }
      for refusal in refusals {
        #expect(
          refusal.wholeMatch(of: /refused (inUse|unreadable|unwritable)/) != nil,
          "\(fault): \(refusal)")
      }
      // What was acknowledged last, or was there before, is there. That there is no file is
      // believed.
      let kept = said.last { $0.hasPrefix("kept ") }.flatMap { Int($0.dropFirst(5)) } ?? 5
      let saver = await StateSaver(file: folder.file("new/words.json"), initial: [String]())
      let found = await saver.state
      let others = folder.names(in: "new").filter {
        $0.contains(".other") || $0.contains(".damaged")
      }
      if fault.number != ENOENT {
        #expect(found.count >= kept && kept >= 5 || !others.isEmpty, "\(fault): \(said) \(found)")
      }
      // The next save removes what a failed one may have left.
      await MainActor.run { saver.state.append("end") }
      try await saver.saveAndWait()
      let names = Set(folder.names(in: "new")).subtracting(others)
      #expect(names == ["words.json", "words.json.lock"], "\(fault): \(names)")
      return !refusals.isEmpty
    }

    @Test("twenty savers on a slow disk: none is refused, and the end waits for them side by side")
    func twenty() async throws {
      let environment = try #require(FaultShim.shared).environment()
        .merging(["SYNC_DELAY": "100000"]) { $1 }
      let said = try await run(["twenty", folder.url.path], environment)
      #expect(said.first == "failures 0, whole 20")
      // One after the other they take 4 s.
      let seconds = try #require(said.last.flatMap { Double($0) })
      print("The end of twenty savers with a sync of 100 ms took \(seconds) s.")
      #expect(seconds < 2)
    }
  }
#endif
