#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Listeners

  @Suite("Files of a program in an odd state", .timeLimit(.minutes(hangMinutes)))
  struct DescriptorTests {
    let folder = TemporaryFolder()
    private let child = HelperProgram("FilesChild")

    @Test("a descriptor of a standard stream is moved above them, and no other")
    func moved() throws {
      let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
      #expect(aboveStandard(file) == file)
      close(file)
      errno = EMFILE
      #expect(aboveStandard(-1) == -1)
      #expect(errno == EMFILE)
    }

    @Test("without standard descriptors each save is read back, and none of them is taken")
    func closed() async throws {
      let outcome = try await child.run("closed", folder.url.path)
      #expect(outcome.lines == ["intact 200, taken [], problem none"])
      let next = try await child.run("run", folder.file("last-run").path, "return")
      #expect(next.lines.last == "The last run exited without willTerminate.")
    }

    #if os(Linux)
      @Test("a lock ends with its file, also where a child that is being started has the file")
      func lockEnds() throws {
        let directory = try DurableFile(folder.file("lock")).openDirectory()
        var copy: Int32 = -1
        do {
          let file = try directory.create("lock")
          // A forked child has such a copy until it runs its program.
          let number = (0 as Int32..<1_000).first { number in
            let link = "/proc/self/fd/\(number)"
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
            return path == folder.file("lock").path
          }
          copy = try dup(#require(number))
          _ = try file.status()
        }
        defer { close(copy) }
        #expect(try directory.open("lock").lock() == .acquired)
      }
    #endif

    @Test("a relative file in a deleted working directory is a typed error")
    func gone() async throws {
      #expect(try await child.run("gone").lines == ["unwritable", "unwritable"])
    }

    @Test(
      "a path whose bytes are not UTF-8 is a typed error, and no other file is used",
      arguments: ["name", "folder", "url"])
    @MainActor
    func noText(place: String) throws {
      let broken = String(decoding: [0x61, 0xFF], as: UTF8.self)
      let file =
        switch place {
        case "name": folder.file(broken)
        case "folder": folder.file(broken).appending(path: "state")
        default: try #require(URL(string: folder.url.absoluteString + "a%FF"))
        }
      let saver = StateSaver(file: file, initial: 1)
      #expect(saver.restoration.problems.map(\.code) == [.unreadable])
      let error = #expect(throws: ListenerFileError.self) { try saver.saveAndWait() }
      #expect(error?.sentence.hasPrefix("Its path has bytes that are not UTF-8") == true)
      #expect(TerminationDetector(file: file).problem?.sentence == error?.sentence)
      #expect(folder.names == [])
    }
  }
#endif
