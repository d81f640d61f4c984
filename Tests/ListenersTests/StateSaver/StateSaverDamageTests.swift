import Foundation
import Testing

@testable import Listeners

@MainActor
@Suite("A damaged state file")
struct StateSaverDamageTests {
  /// What can happen to a file between two runs.
  enum Damage: String, CaseIterable, Sendable {
    case empty, halved, randomBytes, oneBit, otherVersion, otherType, tooLarge
    case directory, link, danglingLink, pipe, unreadable

    /// Whether the file is whole, and only of no use to this saver.
    var isIntact: Bool { self == .otherVersion || self == .otherType }
  }

  let folder: TemporaryFolder
  let file: URL

  init() async throws {
    folder = try TemporaryFolder()
    file = folder.file("words.state")
    let saver = StateSaver(file: file, initial: [String]())
    for word in ["previous", "current"] {
      saver.state = [word]
      try await saver.save()
    }
  }

  private func inflict(_ damage: Damage, on file: URL) throws -> ListenerFileError.Code {
    let manager = FileManager.default
    let bytes = try Data(contentsOf: file)
    func replace(_ bytes: [UInt8]) throws { try Data(bytes).write(to: file) }
    switch damage {
    case .empty:
      try replace([])
      return .truncated
    case .halved:
      try replace(Array(bytes.prefix(bytes.count - 3)))
      return .truncated
    case .randomBytes:
      try replace((0..<500).map { _ in UInt8.random(in: 128...255) })
      return .wrongFormat
    case .oneBit:
      try replace(bytes.dropLast() + [bytes[bytes.count - 1] ^ 1])
      return .wrongChecksum
    case .otherVersion:
      try replace(StateEnvelope(version: 9, generation: 8, payload: Array("[]".utf8)).encoded)
      return .wrongVersion
    case .otherType:
      try replace(StateEnvelope(version: 1, generation: 8, payload: Array("{}".utf8)).encoded)
      return .undecodable
    case .tooLarge:
      try replace([UInt8](repeating: 0, count: 100_000))
      return .tooLarge
    case .directory, .link, .danglingLink, .pipe:
      try manager.removeItem(at: file)
    case .unreadable:
      // Root reads every file, so a socket stands for an unreadable one.
      try manager.removeItem(at: file)
      try bindSocket(at: file)
      return .notARegularFile
    }
    switch damage {
    case .directory:
      try manager.createDirectory(at: file, withIntermediateDirectories: false)
    case .pipe:
      #expect(mkfifo(file.path, 0o600) == 0)
    default:
      let target = folder.file(damage == .link ? "elsewhere" : "nowhere")
      if damage == .link { try bytes.write(to: target) }
      try manager.createSymbolicLink(at: file, withDestinationURL: target)
      return .symbolicLink
    }
    return .notARegularFile
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
    #expect(folder.names.filter { $0.contains("set-aside") }.count == 2)
  }

  @Test("an intact file of another version is never moved, and a copy outlives the next save")
  func intact() async throws {
    let other = StateEnvelope(version: 9, generation: 8, payload: Array("[]".utf8)).encoded
    try Data(other).write(to: file)
    // Launches without a save keep one copy.
    for _ in 1...3 { _ = StateSaver(file: file, initial: [String]()) }
    #expect(try Data(contentsOf: file) == Data(other))
    let aside = folder.names.filter { $0.contains("set-aside") }
    #expect(aside.count == 1)
    // The program of the other version finds its state.
    #expect(StateSaver(file: file, initial: ["initial"], version: 9).state == [])
    try await StateSaver(file: file, initial: [String]()).save()
    #expect(try Data(contentsOf: folder.file(aside[0])) == Data(other))
  }

  @Test("a file in a newer format is never moved, and a copy outlives the next save")
  func newerFormat() async throws {
    let newer = Data("LifecycleBus-state 2 in whatever order\n[]".utf8)
    try newer.write(to: file)
    let saver = StateSaver(file: file, initial: ["initial"])
    #expect(saver.restoration.problems.map(\.code) == [.wrongVersion])
    #expect("\(try #require(saver.restoration.problems.first))".contains("format 2"))
    #expect(try Data(contentsOf: file) == newer)
    let aside = folder.names.filter { $0.contains("set-aside") }
    #expect(aside.count == 1)
    try await saver.save()
    #expect(try Data(contentsOf: folder.file(aside[0])) == newer)
  }

  @Test("a symbolic link's target is neither read, moved nor changed")
  func linkTarget() async throws {
    let target = folder.file("elsewhere")
    try Data("target".utf8).write(to: target)
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
    let saver = StateSaver(file: file, initial: [String]())
    try await saver.save()
    #expect(try Data(contentsOf: target) == Data("target".utf8))
  }

  private func bindSocket(at url: URL) throws {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_UNIX, kind, 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(url.path.utf8)
    try #require(path.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
  }
}
