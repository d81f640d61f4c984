#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Listeners

  /// What only a process of its own can show.
  @MainActor
  @Suite("A saved state in another process", .timeLimit(.minutes(hangMinutes)))
  struct StateSaverChildTests {
    let folder = TemporaryFolder()
    private var file: URL { folder.file("counts.json") }

    /// With LIFECYCLEBUS_KILLS=1000 as many.
    private static let kills =
      ProcessInfo.processInfo.environment["LIFECYCLEBUS_KILLS"].flatMap { Int($0) }
      ?? Sanitizer.rounds(40)

    @Test("two copies that are killed at random moments lose nothing that was acknowledged")
    func killed() async throws {
      var acknowledged = ["A": 0, "B": 0]
      var running: [String: ChildProcess] = [:]
      func end(_ name: String) async throws {
        guard let child = running.removeValue(forKey: name) else { return }
        child.send(SIGKILL)
        try await child.wait()
        let lines = child.output.all
        #expect(lines.allSatisfy { $0.hasPrefix("kept ") || $0.hasPrefix("restored ") }, "\(lines)")
        acknowledged[name] = max(
          acknowledged[name, default: 0],
          lines.compactMap { Int($0.drop { $0 != " " }.dropFirst()) }.last ?? 0)
      }
      func start(_ name: String) throws {
        if running[name] == nil {
          running[name] = try ChildProcess("SaverChild", ["count", file.path, name])
        }
      }
      var (owner, other) = ("A", "B")
      try start(owner)
      try await running[owner]?.output.wait(for: "kept ")
      for kill in 0..<Self.kills {
        try start(other)
        for _ in 0..<Int.random(in: 0..<200_000) { _ = ContinuousClock.now }
        // Now and then the one that waits for its turn.
        let ended = kill % 5 == 4 ? other : owner
        try await end(ended)
        let found = StateSaver(file: file, initial: [String: Int]()).state
        #expect(found[ended, default: 0] >= acknowledged[ended, default: 0], "kill \(kill)")
        guard ended == owner else { continue }
        swap(&owner, &other)
        try await running[owner]?.output.wait(for: "kept ")
      }
      for name in ["A", "B"] { try await end(name) }

      let saver = StateSaver(file: file, initial: [String: Int]())
      for (name, count) in acknowledged { #expect(saver.state[name, default: 0] >= count) }
      #expect(acknowledged.values.reduce(0, +) >= Self.kills / 2, "Hardly anything was saved.")
      saver.state["end"] = 1
      try saver.saveAndWait()
      #expect(folder.names == ["counts.json", "counts.json.lock"])
      print("\(Self.kills) kills, acknowledged \(acknowledged), found \(saver.state)")
    }

    @Test("a new copy that starts before the old one has ended goes on with its file")
    func handOver() async throws {
      let old = try ChildProcess("SaverChild", ["once", file.path, "old", "wait"])
      try await old.output.wait(for: "saved")
      let saver = StateSaver(file: file, initial: [String]())
      #expect(saver.restoration == .inUse && saver.state == ["old"])
      #expect(code { try saver.saveAndWait() } == .inUse)
      old.tell("")
      try await old.wait()
      saver.state.append("new")
      try saver.saveAndWait()
      #expect(saver.restoration == .restored)
    }

    @Test("the limit of a file's size is an error, and memory goes on")
    func sizeLimit() async throws {
      let program = ChildProcess.path(of: "SaverChild")
      let long = String(repeating: "x", count: 100_000)
      let child = try ChildProcess(
        "/bin/sh",
        ["-c", #"ulimit -f 16; exec "$0" once "$1" "$2""#, program, file.path, long])
      #expect(try await child.wait() == "exited 0")
      #expect(child.output.all.last == "unwritable")
      #expect(folder.names == ["counts.json.lock"])
    }

    @Test("with any mask of the process the files are the owner's alone", arguments: ["0", "777"])
    func mask(mask: String) async throws {
      let program = ChildProcess.path(of: "SaverChild")
      for _ in 0..<2 {
        let child = try ChildProcess(
          "/bin/sh", ["-c", #"umask "$2"; exec "$0" ways "$1""#, program, folder.url.path, mask])
        #expect(try await child.wait() == "exited 0")
        #expect(child.output.all.count { $0.hasPrefix("kept") } == 5)
      }
      #expect(try folder.permissions("new") == 0o700)
      for name in folder.names(in: "new") {
        #expect(try folder.permissions("new/\(name)") == 0o600)
      }
    }

    @Test("without standard descriptors no file takes what is printed")
    func standardDescriptors() async throws {
      let child = try ChildProcess("SaverChild", ["closed", folder.url.path])
      #expect(try await child.wait() == "exited 0")
      #expect(child.output.all == ["intact 200, taken []"])
    }

    @Test("a working directory that was deleted is an error")
    func deletedFolder() async throws {
      let child = try ChildProcess("SaverChild", ["gone"])
      #expect(try await child.wait() == "exited 0")
      #expect(child.output.all == ["unwritable"])
    }
  }
#endif
