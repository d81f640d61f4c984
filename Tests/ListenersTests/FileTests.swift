import Foundation
import TestSupport
import Testing

@testable import Listeners

@Suite("A durable file", .timeLimit(.minutes(hangMinutes)))
struct DurableFileTests {
  let folder = TemporaryFolder()
  private var file: DurableFile { DurableFile(folder.file("notes")) }

  private func text(of name: String) -> String? {
    try? String(contentsOf: folder.file(name), encoding: .utf8)
  }

  @Test("it is read up to 256 MiB, and nil without a file")
  func reading() throws {
    #expect(try file.read() == nil)
    try Data("twelve bytes".utf8).write(to: folder.file("notes"))
    #expect(try file.read()?.data == Data("twelve bytes".utf8))
    truncate(file.path, off_t(DurableFile.limit + 1))
    #expect(code { try file.read() } == .unreadable)
  }

  @Test(
    "it is replaced as a whole, its owner's alone, in folders that are made",
    arguments: [true, false])
  func replacing(synced: Bool) throws {
    let file = DurableFile(folder.file("new/deep/notes"))
    try file.replace(with: Data("first, and longer".utf8), synced: synced)
    try file.replace(with: Data("second".utf8), synced: synced)
    #expect(text(of: "new/deep/notes") == "second")
    #expect(folder.names(in: "new/deep") == ["notes"])
    #expect(try folder.permissions("new/deep/notes") == 0o600)
    #expect(try folder.permissions("new") == 0o700)
    #expect(try folder.permissions("new/deep") == 0o700)
  }

  @Test(
    "what is no regular file is neither read, replaced nor moved", arguments: ["folder", "pipe"])
  func notRegular(kind: String) throws {
    let path = folder.file("notes").path
    #expect(kind == "pipe" ? mkfifo(path, 0o600) == 0 : mkdir(path, 0o700) == 0)
    #expect(code { try file.read() } == .unreadable)
    #expect(code { try file.replace(with: Data()) } == .unwritable)
    #expect(code { _ = try file.setAside(as: ".damaged") } == .unwritable)
    #expect(folder.names == ["notes"])
  }

  @Test("a link of the user's is followed, and the file behind it is replaced and kept")
  func ownLink() throws {
    try FileManager.default.createDirectory(
      at: folder.file("dotfiles"), withIntermediateDirectories: false)
    symlink("link", folder.file("notes").path)
    symlink("dotfiles/notes", folder.file("link").path)
    try file.replace(with: Data("first".utf8))
    try file.replace(with: Data("second".utf8))
    #expect(try file.read()?.data == Data("second".utf8))
    #expect(try file.setAside(as: ".other") == folder.file("dotfiles/notes.other").path)
    #expect(folder.names == ["dotfiles", "link", "notes"])
    #expect(folder.names(in: "dotfiles") == ["notes", "notes.other"])
    #expect(text(of: "dotfiles/notes") == "second")
  }

  @Test(
    "a link of another user's, or one that leads nowhere, is an error, and nothing is moved",
    arguments: [true, false])
  func otherLink(isLoop: Bool) throws {
    let path = folder.file("notes").path
    symlink(isLoop ? "notes" : "precious", path)
    try Data("precious".utf8).write(to: folder.file("precious"))
    // Only the superuser can give a file away.
    if !isLoop, lchown(path, 12_345, 12_345) != 0 { return }
    #expect(code { try file.read() } == .unreadable)
    #expect(code { try file.replace(with: Data()) } == .unwritable)
    #expect(folder.names == ["notes", "precious"])
    #expect(text(of: "precious") == "precious")
  }

  @Test(
    "a path that names no file is an error",
    arguments: [
      "https://example.org/notes", "file:///", "file:///tmp/", "file:///tmp/%FF",
    ])
  func noFile(text: String) throws {
    let file = DurableFile(try #require(URL(string: text)))
    #expect(code { try file.read() } == .unreadable)
    #expect(code { try file.replace(with: Data()) } == .unwritable)
  }

  @Test("what is kept gets a name of its own, once, and the ninth is replaced")
  func keeping() throws {
    for number in 1...11 {
      try file.replace(with: Data("\(number)".utf8), synced: false)
      #expect(try file.setAside(as: ".other") == file.setAside(as: ".other"))
    }
    #expect(folder.names == ["notes", "notes.other"] + (2...9).map { "notes.other-\($0)" })
    #expect(text(of: "notes.other") == "1")
    #expect(text(of: "notes.other-9") == "11")
  }

  #if os(macOS) || os(Linux)
    @Test("without standard descriptors no file takes what is printed")
    func standardDescriptors() async {
      await #expect(processExitsWith: .success) {
        let folder = TemporaryFolder()
        for number: Int32 in 0...2 { close(number) }
        let number = try openFile(folder.file("notes").path, O_RDWR | O_CREAT)
        #expect(number > 2)
        #expect((0...2).allSatisfy { fcntl($0, F_GETFD) < 0 })
      }
    }
  #endif

  @Test("an identity tells two contents apart, also if the system uses a number again")
  func identity() throws {
    var seen: [FileIdentity] = []
    for number in 0..<50 {
      try file.replace(with: Data("\(number)".utf8), synced: false)
      let identity = try #require(try file.identity())
      #expect(!seen.contains(identity))
      seen.append(identity)
    }
  }
}

/// The code of the error that a closure throws; `nil` if it throws none.
func code<Result>(_ body: () throws -> Result) -> ListenerFileError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? ListenerFileError)?.code
  }
}

#if os(macOS) || os(Linux)
  @Suite("The lock of a file", .timeLimit(.minutes(hangMinutes)))
  struct FileLockTests {
    let folder = TemporaryFolder()
    private var file: DurableFile { DurableFile(folder.file("notes")) }

    /// A second copy of the program that saves once, and keeps its saver until it gets a line.
    private func copy() throws -> ChildProcess {
      try ChildProcess("SaverChild", ["once", file.path, "copy", "wait"])
    }

    @Test(
      "one object has it, until it is released; a link leads to the same one, also on a phone",
      arguments: [true, false])
    func oneOwner(isAmongPrograms: Bool) throws {
      func lock(_ name: String) -> FileLock {
        FileLock(beside: DurableFile(folder.file(name)), isAmongPrograms: isAmongPrograms)
      }
      symlink("notes", folder.file("link").path)
      let others = [lock("notes"), lock("link")]
      var lock: FileLock? = lock("notes")
      #expect(try lock?.take() == true)
      #expect(try lock?.take() == true)
      for other in others { #expect(try !other.take()) }
      lock = nil
      #expect(try others[1].take())
      #expect(folder.names.contains("notes.lock") == isAmongPrograms)
      if isAmongPrograms { #expect(try folder.permissions("notes.lock") == 0o600) }
    }

    @Test("it is another program's until that has ended, however it ends")
    func otherProgram() async throws {
      let (lock, child) = (FileLock(beside: file), try copy())
      try await child.output.wait(for: "saved")
      #expect(try !lock.take())
      child.send(SIGKILL)
      try await child.wait()
      #expect(try lock.take())
    }

    @Test("a child that was forked and runs no program does not keep it")
    func forked() async throws {
      let child = try ChildProcess("SaverChild", ["forks", file.path])
      #expect(try await child.end.wait(for: "") == ["died \(SIGABRT)"])
      let forked = try #require(Int32(try await child.output.wait(for: "").last ?? ""))
      defer { ChildProcess.send(SIGKILL, to: forked) }
      #expect(kill(forked, 0) == 0)
      #expect(try FileLock(beside: file).take())
    }

    @Test("a program that copies its folder drops it, and learns it from the next take")
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
        close(try folder.descriptor(of: "notes.lock"))
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
#endif

/// A directory for one test, removed with its contents when the value is released.
final class TemporaryFolder: Sendable {
  let url = TestFiles.folder.appending(path: UUID().uuidString, directoryHint: .isDirectory)

  init() {
    #expect(throws: Never.self) {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appending(path: name) }

  /// What is in it, by name.
  var names: [String] { names(in: "") }

  /// What is in a folder below it, by name.
  func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: file(path).path)) ?? []).sorted()
  }

  func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file(name).path)[.posixPermissions] as? Int
  }
  /// Makes a file unreadable as a phone's lock does, for the superuser too, while a closure runs.
  func unreadable<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    let (path, aside) = (file(name).path, file("aside").path)
    rename(path, aside)
    mkdir(path, 0o700)
    defer {
      rmdir(path)
      rename(aside, path)
    }
    return try body()
  }
  #if os(Linux)
    /// The descriptor of this process that a file is open as.
    func descriptor(of name: String) throws -> Int32 {
      let path = url.resolvingSymlinksInPath().path + "/\(name)"
      return try #require(
        (3..<1_000).first {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
            == path
        })
    }
  #endif
}
