import Foundation
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A replaced state file", .timeLimit(.minutes(hangMinutes)))
struct StateSaverReplacementTests {
  let folder = TemporaryFolder()
  private var file: URL { folder.file("words.state") }

  @Test("a reader finds a whole current file at every moment of many saves")
  func polled() async throws {
    let saves = LongTests.areOn ? 10_000 : 300
    let saver = StateSaver(file: file, initial: 0)
    try await saver.save()
    let isStopping = LockedFlag()
    async let polled = Self.poll(DurableFile(file), until: isStopping)
    for number in 1...saves {
      saver.state = number
      try await saver.save()
    }
    isStopping.set()
    let counts = await polled
    #expect(counts.misses == [])
    #expect(counts.reads >= saves, "The reader hardly ran, so this shows nothing.")
    print("\(saves) saves, \(counts.reads) reads")
  }

  @Test("a state that has not changed is not written again")
  func unchanged() async throws {
    let saver = StateSaver(file: file, initial: "")
    for state in ["one", "two", "two", "two"] {
      saver.state = state
      try await saver.save()
    }
    #expect(try await saver.save() == 2)
    #expect(StateSaver(file: folder.file("words.state.previous"), initial: "").state == "one")
    // Also not by the next run, which has only read it.
    let next = StateSaver(file: file, initial: "")
    #expect(try await next.save() == 2)
    next.state = "three"
    #expect(try await next.save() == 3)
    next.state = "two"
    #expect(try await next.save() == 4)
  }

  @Test("an unchanged state is written again where the file was removed or damaged")
  func unchangedButGone() async throws {
    let saver = StateSaver(file: file, initial: "state")
    try await saver.save()
    try FileManager.default.removeItem(at: file)
    #expect(try await saver.save() == 2)
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count - 2] ^= 1
    try bytes.write(to: file)
    #expect(try await saver.save() == 3)
    #expect(StateSaver(file: file, initial: "").state == "state")
    #expect(folder.names.contains { $0.hasPrefix("words.state.set-aside-wrong-checksum") })
  }

  /// Opens and decodes a file in a loop, on a thread of its own.
  private nonisolated static func poll(
    _ file: DurableFile, until isStopping: LockedFlag
  ) async -> (reads: Int, misses: [String]) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var (reads, misses) = (0, [String]())
        while !isStopping.value {
          reads += 1
          do {
            let bytes = try file.read(upTo: 10_000)
            _ = try bytes.map { try StateEnvelope(decoding: $0) }
            if bytes == nil { misses.append("there is none") }
          } catch {
            misses.append("\(error)")
          }
        }
        continuation.resume(returning: (reads, misses))
      }
    }
  }
}
