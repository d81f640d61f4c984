import Foundation
import Testing

@testable import Listeners

@Suite("A durable file")
struct DurableFileTests {
  let folder = TemporaryFolder()

  private func file(_ name: String = "file") -> DurableFile { DurableFile(folder.file(name)) }

  @Test(
    "bytes are read back as written, up to a bound, with permissions for the owner only",
    arguments: [0, 1, 4_095, 4_096, 4_097, 69_632, 69_633, 200_000])
  func roundTrip(size: Int) throws {
    let bytes = (0..<size).map { UInt8($0 % 251) }
    let file = file("new/deeper/file")
    try file.replace(with: bytes, durability: .power)
    #expect(try file.read(upTo: size) == bytes)
    #expect(code { try file.read(upTo: size - 1) } == .tooLarge)
    #expect(try folder.permissions("new") == 0o700)
    #expect(try folder.permissions("new/deeper") == 0o700)
    #expect(try folder.permissions("new/deeper/file") == 0o600)
  }

  @Test("a missing file is not an error", arguments: ["file", "folder/file"])
  func missing(name: String) throws {
    #expect(try file(name).read(upTo: 9) == nil)
  }

  #if os(Linux)
    @Test("a file of unknown size is not read beyond the bound either")
    func sizeless() throws {
      let file = DurableFile(URL(fileURLWithPath: "/proc/cpuinfo"))
      #expect(code { try file.read(upTo: 10) } == .tooLarge)
    }

    @Test("an unwritable directory is an error that names the file")
    func readOnly() throws {
      // /proc takes no new files, not even from root.
      let error = #expect(throws: ListenerFileError.self) {
        try DurableFile(URL(fileURLWithPath: "/proc/file")).replace(with: [1], durability: .power)
      }
      #expect(error?.code == .unwritable)
      #expect(error?.description.hasPrefix("/proc/file: It cannot be written: ") == true)
    }
  #endif

  @Test("a symbolic link to a directory is followed, and one to a file is not")
  func symbolicLinks() throws {
    let (target, link, inside) = (file("real/target"), file("link"), file("folder/target"))
    try target.replace(with: [7], durability: .process)
    for (name, destination) in [("link", "real/target"), ("folder", "real")] {
      try FileManager.default.createSymbolicLink(
        at: folder.file(name), withDestinationURL: folder.file(destination))
    }
    #expect(code { try link.read(upTo: 9) } == .symbolicLink)
    #expect(try inside.read(upTo: 9) == [7])
    try inside.replace(with: [6], durability: .power)
    #expect(try target.read(upTo: 9) == [6])
    // A write puts a file in the link's place.
    try link.replace(with: [8], durability: .process)
    #expect(try target.read(upTo: 9) == [6])
    #expect(try link.read(upTo: 9) == [8])
  }

  @Test("a path through a file is an error that names the directory")
  func throughAFile() throws {
    try file().replace(with: [1], durability: .process)
    let below = file("file/below")
    #expect(code { try below.read(upTo: 9) } == .unreadable)
    #expect(code { try below.replace(with: [1], durability: .process) } == .unwritable)
  }

  @Test("a file set aside gets an unused name with the reason in it")
  func setAside() throws {
    for _ in 1...2 {
      try file().replace(with: [1], durability: .process)
      _ = try file().setAside(as: .wrongChecksum)
    }
    #expect(folder.names == ["file.set-aside-wrong-checksum-1", "file.set-aside-wrong-checksum-2"])
  }

  @Test("temporary files of killed writers are removed, those of living writers are not")
  func leftovers() throws {
    let (name, dead) = (FileName.temporary(for: "file"), FileName.temporary(for: "file"))
    let living = try FileDescriptor(directory: folder.url.path).create(name)
    let other = FileName.temporary(for: "other")
    for name in [dead, other] { try Data([1]).write(to: folder.file(name)) }
    file().removeLeftovers()
    #expect(folder.names == [name, other].sorted())
    _ = consume living
  }

  @Test("files with names like a temporary file's are not removed")
  func otherFiles() throws {
    let temporary = FileName.temporary(for: "journal")
    let names = [
      ".journal.tmp", ".journal.my-notes.tmp", ".journal.3w5e11264sgsf.tmp",
      String(temporary.dropLast(4)), temporary + ".tmp", temporary.uppercased(),
      temporary.replacingOccurrences(of: ".tmp", with: "x.tmp"),
    ].sorted()
    for name in names { try Data([1]).write(to: folder.file(name)) }
    file("journal").removeLeftovers()
    #expect(folder.names == names)
  }

  @Test(
    "a replacement keeps the previous contents and leaves no other file, whatever the name's length",
    arguments: [1, 200, 240, 247, 255], ["n", "\u{e9}"])
  func replace(length: Int, character: String) throws {
    let name = String(repeating: character, count: max(1, length / character.utf8.count))
    let file = file(name)
    let previous = file.sibling(".previous")
    for generation in 1...3 as ClosedRange<UInt8> {
      try file.replace(with: [generation], durability: .process, previous: previous)
    }
    #expect(try file.read(upTo: 9) == [3])
    #expect(try previous.read(upTo: 9) == [2])
    #expect(folder.names.count == 2)
    for file in [file, previous] { _ = try file.setAside(as: .wrongChecksum) }
    #expect(folder.names.count == 2)
    #expect(folder.names.allSatisfy { $0.contains("set-aside-wrong-checksum-") })
  }

  @Test("two long names that begin alike stay different")
  func longNamesStayDifferent() {
    let start = String(repeating: "n", count: 254)
    let names = ["a", "b"].map { FileName.appending(".previous", to: start + $0) }
    #expect(names[0] != names[1])
    #expect(names.allSatisfy { $0.utf8.count == 255 && $0.hasSuffix(".previous") })
  }

  #if os(macOS) || os(Linux)
    @Test("a URL that names no file is a precondition failure")
    func notAFile() async {
      await #expect(processExitsWith: .failure) {
        _ = DurableFile(URL(string: "https://example.org/state") ?? URL(fileURLWithPath: "/"))
      }
    }
  #endif
}

/// The code of the error that is thrown, if one is.
func code<Value>(_ body: () throws -> Value) -> ListenerFileError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? ListenerFileError)?.code ?? (error as? FileDamage)?.code
  }
}
