#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite("Output that goes nowhere", .timeLimit(.minutes(hangMinutes)))
  struct OutputTests {
    @Test(
      "a file on a full disk: what is printed is lost, and the end is in order",
      .enabled(if: SmallDisk.isAvailable, "\(SmallDisk.reason)"))
    func fullDisk() async throws {
      let folder = TestFiles.folder.appending(path: "full-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      // The disk has 64 KiB. The trace goes where the test reads.
      let script = """
        head -c 100000 /dev/zero >"$1/fill" 2>/dev/null
        exec "$0" --trace 5 --flood yes 5>&1 >"$1/out"
        """
      let child = try SmallDisk.run(
        ["sh", "-c", script, ChildProcess.path(of: "SignalProbe"), folder.path],
        mountedOn: folder)
      try await child.output.wait(for: "ready")
      child.tell("ping")
      try await child.output.wait(for: "pong")
      child.send(SIGTERM)
      #expect(try await child.wait() == "exited 3")
      #expect(
        Array(child.output.all.suffix(4).dropLast())
          == SupervisorTests.wayDown.map { "\($0) SIGTERM" })
    }
  }
#endif
