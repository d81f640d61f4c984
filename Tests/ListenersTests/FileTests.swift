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

  @Test("only its beginning is read, if no more can be of use")
  func beginning() throws {
    truncate(file.path, 0)
    try Data("twelve bytes".utf8).write(to: folder.file("notes"))
    #expect(try file.read(first: 6)?.data == Data("twelve".utf8))
    #expect(try file.read(first: 100)?.data.count == 12)

    truncate(file.path, off_t(DurableFile.limit + 1))
    #expect(try file.read(first: 65_536)?.data.count == 65_536)
  }

  @Test(
    "what root makes belongs to the owner of the file that it replaces, or of the folder",
    .enabled(if: geteuid() == 0, "only the superuser can give a file away"))
  func ofTheUser() throws {
    chown(folder.url.path, 12_345, 12_346)
    let file = DurableFile(folder.file("new/notes"))
    let lock = FileLock(beside: file)

    #expect(try lock.take())
    try file.replace(with: Data("first".utf8))
    for name in ["new", "new/notes", "new/notes.lock"] {
      #expect(try owner(of: name) == [12_345, 12_346], "\(name)")
    }

    chown(file.path, 777, 778)
    try file.replace(with: Data("second".utf8))
    #expect(try owner(of: "new/notes") == [777, 778])
  }

  private func owner(of name: String) throws -> [Int?] {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
    let keys: [FileAttributeKey] = [.ownerAccountID, .groupOwnerAccountID]
    return keys.map { attributes[$0] as? Int }
  }

  @Test(
    "a file that alone may be written says what to mount",
    arguments: [EBUSY, EACCES, EPERM, EROFS])
  func mountedAlone(number: Int32) {
    let error = file.error(.unwritable, SystemCallError(number: number))

    #expect(error.sentence.contains("mount the folder, not the file alone"))
  }

  @Test("temporary files of dead processes go, and those of living ones and of others stay")
  func leftFiles() throws {
    // No process has so high a number.
    let dead = "notes.999999999.tmp"
    let others = [
      "notes.\(getpid()).tmp", "notes.1.tmp", "notes.0.tmp", "notes.-1.tmp", "notes.x.tmp",
      "notes.tmp", "other.999999999.tmp", "notes",
    ]
    for name in others + [dead] {
      try Data().write(to: folder.file(name))
    }

    LeftFiles.remove(beside: file)

    #expect(folder.names == others.sorted())
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

  enum Wrong: CaseIterable { case folder, pipe, linkToItself, linkOfAnother }

  @Test(
    "what is no regular file, and a strange link, is neither read, replaced nor moved",
    arguments: Wrong.allCases)
  func wrong(kind: Wrong) throws {
    let path = folder.file("notes").path
    try Data("precious".utf8).write(to: folder.file("precious"))
    switch kind {
    case .folder: mkdir(path, 0o700)
    case .pipe: mkfifo(path, 0o600)
    case .linkToItself: symlink("notes", path)
    case .linkOfAnother:
      // Only the superuser can give it away.
      if geteuid() != 0 { return }
      symlink("precious", path)
      lchown(path, 12_345, 12_345)
    }

    #expect(code { try file.read() } == .unreadable)
    #expect(code { try file.replace(with: Data()) } == .unwritable)
    #expect(code { _ = try file.setAside(as: ".damaged") } == .unwritable)
    #expect(folder.names == ["notes", "precious"])
    #expect(text(of: "precious") == "precious")
  }

  @Test("a link of the user's is followed, and the file behind it is replaced and set aside")
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
    "a path that names no file is an error",
    arguments: [
      "https://example.org/notes", "file:///", "file:///tmp/", "file:///tmp/%FF",
    ])
  func noFile(text: String) throws {
    let file = DurableFile(try #require(URL(string: text)))

    #expect(code { try file.read() } == .unreadable)
    #expect(code { try file.replace(with: Data()) } == .unwritable)
  }

  @Test("what is set aside gets a name of its own, once, and the ninth is replaced")
  func settingAside() throws {
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
        let notes = folder.file("notes")
        await Descriptors.letDispatchOpenItsOwn()
        for number: Int32 in 0...2 {
          close(number)
        }

        let number = try openFile(notes.path, O_RDWR | O_CREAT)

        #expect(number > 2)
        #expect(Descriptors.isFile(number, notes))
        #expect((0...2).allSatisfy { !Descriptors.isFile($0, notes) })
        withExtendedLifetime(folder) {}
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
