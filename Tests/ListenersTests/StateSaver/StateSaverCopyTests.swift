import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("Two copies of a program with one state file", .timeLimit(.minutes(hangMinutes)))
struct StateSaverCopyTests {
  let folder = TemporaryFolder()
  private var file: URL { folder.file("notes.state") }

  private func saver() -> StateSaver<[String]> { StateSaver(file: file, initial: []) }

  @Test("a copy that has changed nothing writes nothing", arguments: [true, false])
  func idle(isFirstLaunch: Bool) throws {
    if !isFirstLaunch { try save(["first"], to: file) }
    let (idle, other) = (saver(), saver())
    other.state.append("other")
    let generation = try other.saveAndWait()
    var results: [Result<UInt64, ListenerFileError>] = []
    idle.onSave = { results.append($0) }
    idle.receive(.willTerminate)
    #expect(throws: Never.self) { try results.first?.get() }
    let last = saver()
    #expect(last.state.last == "other")
    #expect(last.restoration.generation == generation)
  }

  @Test("a copy that finds another's file keeps both, and reports the two generations")
  func conflict() throws {
    let (one, other) = (saver(), saver())
    one.state = ["one"]
    try one.saveAndWait()
    other.state = ["other"]
    for text in ["other", "more"] {
      other.state = [text]
      let error = #expect(throws: ListenerFileError.self) { try other.saveAndWait() }
      #expect(error?.code == .conflict)
      #expect(error?.ownGeneration == 0 && error?.otherGeneration == 1)
      #expect(saver().state == ["one"])
      let path = try #require(error?.setAsidePath)
      #expect(StateSaver(file: URL(fileURLWithPath: path), initial: []).state == [text])
    }
    // One file for all that this copy could not save.
    #expect(
      folder.names.count { $0.contains("set-aside-conflict") && !$0.hasSuffix("previous") } == 1)
    // What the sentence says: the two are joined.
    let joined = saver()
    joined.state += other.state
    #expect(try joined.saveAndWait() == 2)
    #expect(saver().state == ["one", "more"])
  }

  @Test("two copies that have made the same change agree")
  func agreement() throws {
    let (one, other) = (saver(), saver())
    for copy in [one, other] {
      copy.state = ["same"]
      #expect(try copy.saveAndWait() == 1)
    }
    other.state.append("more")
    #expect(try other.saveAndWait() == 2)
  }

  @Test("a copy that is stopped while it saves stops no other one for long, and loses nothing")
  func stopped() throws {
    let one = saver()
    one.state = ["one"]
    let lock = try DurableFile(file).openDirectory()
    try #require(lock.lock() == .acquired)
    let error = #expect(throws: ListenerFileError.self) { try one.saveAndWait() }
    #expect(error?.code == .conflict && error?.otherGeneration == nil)
    #expect(throws: Never.self) { try lock.status() }
  }

  #if os(macOS) || os(Linux)
    @Test("two processes with one file lose nothing, killed at random")
    func processes() async throws {
      let environment = ProcessInfo.processInfo.environment
      let rounds = environment["LIFECYCLEBUS_COPIES"].flatMap { Int($0) } ?? Sanitizer.rounds(20)
      let seed = UInt64.random(in: 0 ... .max)
      var generator = SeededGenerator(seed: seed)
      var (kept, conflicts, kills) = (0, 0, 0)
      for round in 0..<rounds {
        let file = folder.file("\(round)/notes.state")
        var children: [ChildProcess] = []
        for name in ["a", "b"] {
          let seed = UInt64.random(in: 0 ... .max, using: &generator)
          children.append(try ChildProcess("FilesChild", ["copy", file.path, name, "\(seed)"]))
        }
        for child in children.shuffled(using: &generator) {
          for _ in 0..<Int.random(in: 0..<12, using: &generator) {
            try await child.output.wait(for: "")
          }
          for _ in 0..<Int.random(in: 0..<20_000, using: &generator) { _ = ContinuousClock.now }
          guard Int.random(in: 0..<4, using: &generator) > 0 else { continue }
          child.send(SIGKILL)
          kills += 1
        }
        for child in children { try await child.wait() }
        let folder = file.deletingLastPathComponent()
        // Without a folder, both were killed before their first save.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var found: Set<String> = []
        for name in names where name == "notes.state" || name.contains("set-aside-conflict") {
          found.formUnion(StateSaver(file: folder.appending(path: name), initial: [String]()).state)
        }
        for line in children.flatMap(\.output.all) {
          let words = line.split(separator: " ").map(String.init)
          guard words.count == 2 else { continue }
          kept += 1
          if words[0] == "conflict" { conflicts += 1 }
          try #require(
            found.contains(words[1]), "seed \(seed), round \(round): \(line) is in no file")
        }
      }
      #expect(kept > rounds && conflicts > 0, "seed \(seed): the copies hardly met.")
      print("\(rounds) rounds, \(kept) saves, \(conflicts) conflicts, \(kills) kills, seed \(seed)")
    }
  #endif
}
