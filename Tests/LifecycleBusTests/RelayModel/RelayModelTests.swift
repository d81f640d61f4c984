import Foundation
import LifecycleBus
import TestSupport
import Testing

@Suite("The relay and its model")
struct RelayModelTests {
  /// In a process of its own, because all centers share one queue: a post of another test could
  /// bring a post forward that a sequence makes on another thread.
  ///
  /// `LIFECYCLEBUS_MODEL=8378,1` repeats one sequence that differed.
  @Test("the relay matches the model in random sequences (1 to 72)")
  func random() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let wanted = (ProcessInfo.processInfo.environment["LIFECYCLEBUS_MODEL"] ?? "")
        .split(separator: ",").compactMap { UInt64($0) }
      let first = wanted.first ?? .random(in: 1...(1 << 48))
      let count = wanted.last ?? UInt64(Sanitizer.rounds(1_000))
      for seed in first..<(first + count) {
        let (expected, actual) = (
          await Model(seed: seed).play(), await RealWorld(seed: seed).play()
        )
        #expect(actual == expected, "seed \(seed)")
        if actual != expected { exit(EXIT_FAILURE) }
      }
    }
  }
}
