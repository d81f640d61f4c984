import Foundation
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A damaged state file")
struct StateSaverDamageTests {
  /// What can happen to a file between two runs.
  enum Damage: String, CaseIterable, Sendable {
    case empty, halved, randomBytes, oneBit, otherVersion, otherType, tooLarge
    case directory, link, danglingLink, pipe
    #if os(macOS) || os(Linux)
      case socket
    #endif

    /// Whether the file is whole, and only of no use to this saver.
    var isIntact: Bool { self == .otherVersion || self == .otherType }
  }

  let folder = TemporaryFolder()
  private var file: URL { folder.file("words.state") }
  private var setAside: [String] { folder.names.filter { $0.contains("set-aside") } }

  init() throws { try save(["previous"], ["current"], to: file) }

  private static let elsewhere = Data("elsewhere".utf8)

  private func inflict(_ damage: Damage, on file: URL) throws -> ListenerFileError.Code {
    let manager = FileManager.default
    let bytes = try Data(contentsOf: file)
    try manager.removeItem(at: file)
    func replace(_ bytes: some Sequence<UInt8>, _ code: ListenerFileError.Code) throws
      -> ListenerFileError.Code
    {
      try Data(bytes).write(to: file)
      return code
    }
    switch damage {
    case .empty: return try replace([], .truncated)
    case .halved: return try replace(bytes.dropLast(3), .truncated)
    case .randomBytes:
      return try replace((0..<500).map { _ in UInt8.random(in: 128...255) }, .wrongFormat)
    case .oneBit:
      return try replace(bytes.dropLast() + [bytes[bytes.count - 1] ^ 1], .wrongChecksum)
    case .otherVersion: return try replace(Self.other(version: 9, "[]"), .wrongVersion)
    case .otherType: return try replace(Self.other(version: 1, "{}"), .undecodable)
    case .tooLarge: return try replace([UInt8](repeating: 0, count: 100_000), .tooLarge)
    case .directory:
      try manager.createDirectory(at: file, withIntermediateDirectories: false)
    case .pipe:
      #expect(mkfifo(file.path, 0o600) == 0)
    #if os(macOS) || os(Linux)
      // Root reads every file, so a socket stands for an unreadable one.
      case .socket: close(try UnixSocket.listen(at: file.path))
    #endif
    case .link, .danglingLink:
      let target = folder.file(damage == .link ? "elsewhere" : "nowhere")
      if damage == .link { try Self.elsewhere.write(to: target) }
      try manager.createSymbolicLink(at: file, withDestinationURL: target)
      return .symbolicLink
    }
    return .notARegularFile
  }

  private nonisolated static func other(version: Int, _ payload: String) -> [UInt8] {
    StateEnvelope(version: version, generation: 8, payload: Array(payload.utf8)).encoded
  }

  @Test(
    "a damaged file is set aside, and the previous generation is restored",
    arguments: Damage.allCases)
  func current(damage: Damage) async throws {
    let code = try inflict(damage, on: file)
    let saver = StateSaver(file: file, initial: [String](), maximumSize: 50_000)
    #expect(saver.state == ["previous"])
    #expect(saver.restoration.source == .previous)
    #expect(saver.restoration.problems.map(\.code) == [code])
    let path = try #require(saver.restoration.problems.first?.setAsidePath)
    let aside = URL(fileURLWithPath: path).lastPathComponent
    #expect(aside.hasPrefix("words.state.set-aside-\(code.rawValue)-"))
    #expect(folder.names.contains(aside))
    #expect(folder.names.contains("words.state") == damage.isIntact)

    // The next save loses nothing that is left.
    saver.state = ["next"]
    try await saver.save()
    #expect(
      StateSaver(file: folder.file("words.state.previous"), initial: [""]).state == ["previous"])
    let again = StateSaver(file: file, initial: [String](), maximumSize: 50_000)
    #expect(again.state == ["next"])
    #expect(again.restoration.problems == [])
    #expect(folder.names.contains("words.state.previous") && folder.names.contains(aside))
    if damage == .link {
      #expect(try Data(contentsOf: folder.file("elsewhere")) == Self.elsewhere)
    }
  }

  @Test(
    "two damaged files are both set aside, and the initial state is used",
    arguments: Damage.allCases)
  func both(damage: Damage) throws {
    let codes = try [file, folder.file("words.state.previous")].map { try inflict(damage, on: $0) }
    let saver = StateSaver(file: file, initial: ["initial"], maximumSize: 50_000)
    #expect(saver.state == ["initial"])
    #expect(saver.restoration.source == .initial)
    #expect(saver.restoration.problems.map(\.code) == codes)
    #expect(folder.names.contains("words.state") == damage.isIntact)
    #expect(setAside.count == 2)
  }

  @Test(
    "an intact file of another version or a newer format is never moved, and a copy outlives saves",
    arguments: [Data(other(version: 9, "[]")), Data("LifecycleBus-state 2 in any order\n[]".utf8)])
  func intact(bytes: Data) throws {
    try bytes.write(to: file)
    // Launches without a save keep one copy.
    for _ in 1...3 {
      let problems = StateSaver(file: file, initial: [String]()).restoration.problems
      #expect(problems.map(\.code) == [.wrongVersion])
    }
    #expect(try Data(contentsOf: file) == bytes)
    #expect(setAside.count == 1)
    try StateSaver(file: file, initial: [String]()).saveAndWait()
    #expect(try Data(contentsOf: folder.file(setAside[0])) == bytes)
  }

  @Test("the program of the other version finds its state")
  func otherVersion() throws {
    try Data(Self.other(version: 9, "[]")).write(to: file)
    _ = StateSaver(file: file, initial: [String]())
    #expect(StateSaver(file: file, initial: ["initial"], version: 9).state == [])
  }
}
