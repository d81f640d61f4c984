import Foundation
import TestSupport
import Testing

@testable import Listeners

#if os(macOS) || os(Linux)
  @Suite("The lock of a file", .timeLimit(.minutes(hangMinutes)))
  struct FileLockTests {
    let folder = TemporaryFolder()
    private var file: DurableFile { DurableFile(folder.file("notes")) }

    @Test(
      "one object has it, until it is released; a link leads to the same one, also on a phone",
      arguments: [true, false])
    func oneOwner(isAmongPrograms: Bool) throws {
      func lock(_ name: String) -> FileLock {
        FileLock(beside: DurableFile(folder.file(name)), isAmongPrograms: isAmongPrograms)
      }
      symlink("notes", folder.file("link").path)
      let second = lock("notes")
      let ofLink = lock("link")

      var first: FileLock? = lock("notes")
      #expect(try first?.take() == true)
      #expect(try first?.take() == true)
      #expect(try !second.take())
      #expect(try !ofLink.take())

      first = nil
      #expect(try ofLink.take())
      #expect(folder.names.contains("notes.lock") == isAmongPrograms)
      if isAmongPrograms {
        #expect(try folder.permissions("notes.lock") == 0o600)
      }
    }

    @Test("a lock file that was removed is made anew")
    func removed() throws {
      let lock = FileLock(beside: file)
      #expect(try lock.take())

      try FileManager.default.removeItem(at: folder.file("notes.lock"))

      #expect(try lock.take())
      #expect(folder.names == ["notes.lock"])
    }

    #if os(Linux)
      @Test(
        "a descriptor that other code has closed, and that is another file's now, is left alone")
      func closed() throws {
        var lock: FileLock? = FileLock(beside: file)
        #expect(try lock?.take() == true)

        close(try #require(folder.descriptor(of: "notes.lock")))
        // Another test's file may have got the number meanwhile; then that one is left alone.
        let own = open(folder.file("own").path, O_RDWR | O_CREAT, 0o600)
        #expect(try lock?.take() == true)
        lock = nil

        #expect(fcntl(own, F_GETFD) >= 0)
        #expect(try Data(contentsOf: folder.file("own")) == Data())
        close(own)
      }
    #endif
  }

  @Suite(
    "The lock of a file and other programs",
    .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)),
    .timeLimit(.minutes(hangMinutes)))
  struct FileLockChildTests {
    let folder = TemporaryFolder()
    private var file: DurableFile { DurableFile(folder.file("notes")) }

    /// A second copy of the program that saves once, and keeps its saver until it gets a line.
    private func copy() throws -> ChildProcess {
      try ChildProcess("SaverChild", ["once", file.path, "copy", "wait"])
    }

    @Test("a lock is another program's until that has ended, however it ends")
    func otherProgram() async throws {
      let lock = FileLock(beside: file)
      let child = try copy()
      try await child.output.wait(for: "saved")
      #expect(try !lock.take())

      child.send(SIGKILL)
      try await child.wait()
      #expect(try lock.take())
    }

    @Test("a child that was forked and runs no program does not keep its parent's lock")
    func forked() async throws {
      let child = try ChildProcess("SaverChild", ["forks", file.path])
      #expect(try await child.end.wait(for: "") == ["died \(SIGABRT)"])
      let forked = try #require(Int32(try await child.output.wait(for: "").last ?? ""))
      defer {
        ChildProcess.send(SIGKILL, to: forked)
      }
      #expect(kill(forked, 0) == 0)

      #expect(try FileLock(beside: file).take())
    }

    @Test("a program that copies its folder drops its lock, and learns it from the next take")
    func copiedFolder() async throws {
      let lock = FileLock(beside: file)
      #expect(try lock.take())

      let copied = TemporaryFolder()
      try FileManager.default.copyItem(at: folder.url, to: copied.file("copy"))
      let child = try copy()
      try await child.output.wait(for: "saved")
      #expect(try !lock.take())

      child.tell("")
      try await child.wait()
      #expect(try lock.take())
    }
  }
#endif
