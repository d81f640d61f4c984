#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Listeners

  /// What SECURITY.md says about permissions and links.
  @Suite("Permissions and links", .timeLimit(.minutes(hangMinutes)))
  struct FilePermissionTests {
    let folder = TemporaryFolder()

    /// A run that writes all that these listeners write, with this mask of the process.
    @discardableResult
    private func run(mask: String = "0") async throws -> [String] {
      let program = ChildProcess.path(of: "FilesChild")
      let child = try ChildProcess(
        "/bin/sh",
        [
          "-c", #"umask "$2"; exec "$0" everything "$1" @none"#, program, folder.url.path, mask,
        ])
      #expect(try await child.wait() == "exited 0")
      return child.output.all
    }

    @Test("each file is its owner's alone, and so is each new directory", arguments: ["0", "777"])
    func modes(mask: String) async throws {
      for _ in 0..<2 { try await run(mask: mask) }
      let found = FileManager.default.enumerator(atPath: folder.url.path)?.allObjects ?? []
      let names = Set(found.compactMap { $0 as? String })
      // The saves of a session are coalesced; a single one leaves no previous file behind.
      #expect(
        names.subtracting(["session.previous"]) == [
          "words.state", "words.state.previous", "session", "session.lock", "last-run", "flight",
          "new", "new/flight.jsonl",
        ])
      for name in names {
        #expect(try folder.permissions(name) == (name == "new" ? 0o700 : 0o600), "\(name)")
      }
    }

    @Test("a file with wider permissions is replaced by one of its owner")
    func narrowed() async throws {
      _ = try await run()
      #expect(chmod(folder.file("words.state").path, 0o666) == 0)
      _ = try await run()
      #expect(try folder.permissions("words.state") == 0o600)
    }

    @Test("links in the place of files are followed neither to read nor to write")
    func links() async throws {
      let manager = FileManager.default
      let victims = ["words.state", "words.state.previous", "session", "last-run"]
      try manager.createDirectory(at: folder.file("elsewhere"), withIntermediateDirectories: false)
      for name in victims {
        let victim = folder.file("elsewhere/\(name)")
        try Data("precious".utf8).write(to: victim)
        try manager.createSymbolicLink(at: folder.file(name), withDestinationURL: victim)
      }

      let said = try await run()
      #expect(said.contains("problem symbolic-link"))
      #expect(said.contains("saved one,two,three"))
      for name in victims {
        let text = try String(contentsOf: folder.file("elsewhere/\(name)"), encoding: .utf8)
        #expect(text == "precious", "\(name)")
      }
      let inside = try manager.contentsOfDirectory(atPath: folder.file("elsewhere").path)
      #expect(inside.sorted() == victims.sorted())
    }
  }
#endif
