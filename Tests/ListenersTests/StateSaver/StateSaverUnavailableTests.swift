import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A state file that cannot be read for now")
struct StateSaverUnavailableTests {
  nonisolated static let passing = [EACCES, EPERM, EMFILE, ENFILE, EIO]

  let folder = TemporaryFolder()
  let bus = TestBus()
  private var file: URL { folder.file("words.state") }
  /// What the next run finds.
  private var saved: [String] { StateSaver(file: file, initial: []).state }

  init() throws { try save(["previous"], ["current"], to: file) }

  private func unavailable(_ errorNumber: Int32 = EACCES) -> StateSaver<[String]> {
    failing([.openFile], with: errorNumber) { StateSaver(file: file, initial: ["initial"]) }
  }

  private func contents() throws -> [String: Data] {
    try Dictionary(
      uniqueKeysWithValues: folder.names.map { ($0, try Data(contentsOf: folder.file($0))) })
  }

  @Test("no file is moved or overwritten, and the restoration reports it", arguments: passing)
  func untouched(errorNumber: Int32) throws {
    let before = try contents()
    let saver = unavailable(errorNumber)
    #expect(saver.state == ["initial"])
    #expect(saver.restoration.source == .unavailable)
    #expect(saver.restoration.problems.map(\.code) == [.unreadable])
    #expect(saver.restoration.problems.first?.setAsidePath == nil)
    saver.state = ["other"]
    failing([.openFile], with: errorNumber) {
      #expect(code { try saver.saveAndWait() } == .unreadable)
    }
    #expect(try contents() == before)
    #expect(saved == ["current"])
  }

  @Test("it is read when protected data becomes available, and a failed save is repeated")
  func protectedData() async throws {
    let saver = unavailable()
    bus.mediator.attach(saver)
    let failed = await saver.saved {
      failing([.openFile], with: EACCES) { bus.post(.didEnterBackground) }
    }
    #expect(throws: ListenerFileError.self) { try failed.get() }
    saver.onRestore = { restored, current in restored + current }
    let repeated = await saver.saved { bus.post(.protectedDataDidBecomeAvailable) }
    #expect(repeated == .success(3))
    #expect(saver.restoration.source == .current)
    #expect(saver.state == ["current", "initial"])
    #expect(saved == ["current", "initial"])
    #expect(folder.names == ["words.state", "words.state.previous"])
  }

  @Test("it is read before the next save, and the restored state is used")
  func nextSave() async throws {
    let saver = unavailable()
    try await saver.save()
    #expect(saver.state == ["current"])
    #expect(saver.restoration == .init(source: .current, generation: 2, problems: []))
  }

  @Test("a snapshot that replaces a late state leaves a copy of it")
  func snapshot() async throws {
    let before = try Data(contentsOf: file)
    let saver = unavailable()
    saver.snapshot = { ["snapshot"] }
    try await saver.save()
    #expect(saved == ["snapshot"])
    let path = try #require(saver.restoration.problems.last?.setAsidePath)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("an unreadable current file is no reason to use the previous one")
  func noFallback() throws {
    // Only the first file is refused.
    let plan = FaultPlan(failing: 1, errorNumber: EACCES)
    let saver = plan.run { StateSaver(file: file, initial: ["initial"]) }
    try #require(plan.calls.count > 1 && plan.calls[1] == .openFile)
    #expect(saver.restoration.source == .unavailable)
    #expect(saver.state == ["initial"])
  }
}
