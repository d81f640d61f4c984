import Foundation
import TestSupport
import Testing

@testable import Listeners

@Suite("A file that is locked by its name", .timeLimit(.minutes(hangMinutes)))
struct OpenFileTests {
  @Test("of two that make and lock it at the same time, one has it")
  func race() async {
    let folder = TemporaryFolder()
    for round in 0..<Sanitizer.rounds(LongTests.areOn ? 20_000 : 2_000) {
      let file = DurableFile(folder.file("\(round).lock"))
      let gate = StartingGate(runners: 2)
      let holders = await withTaskGroup(of: OpenFile?.self) { group in
        for _ in 0..<2 { group.addTask { await Self.lock(file, gate) } }
        // Each lock is held until both have tried.
        return await group.reduce(into: [OpenFile]()) { if let held = $1 { $0.append(held) } }
      }
      #expect(holders.count == 1, "round \(round)")
    }
  }

  /// Tries three times, on a thread of its own, because one that loses tries again.
  private static func lock(_ file: DurableFile, _ gate: StartingGate) async -> OpenFile? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        gate.arrive()
        for _ in 0..<3 {
          if let held = try? OpenFile(locking: file) {
            return continuation.resume(returning: held)
          }
        }
        continuation.resume(returning: nil)
      }
    }
  }
}
