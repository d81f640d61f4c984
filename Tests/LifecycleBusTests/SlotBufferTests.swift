import TestSupport
import Testing

@testable import LifecycleBus

@MainActor
@Suite("The buffer of listeners")
struct SlotBufferTests {
  private struct Plain: AppLifecycleListener {}

  @Test("100,000 listeners of mixed priority are stored and detached in any order")
  func mixedPriorities() {
    var random = SeededGenerator(seed: 3)
    let store = ListenerStore()
    let live = LiveCount()
    var attached = (0..<100_000).map {
      store.insert(live.listener(), identity: nil, priority: $0 % 7).attachment
    }
    attached.shuffle(using: &random)
    for attachment in attached { attachment.detach() }
    #expect(store.count == 0 && live.count == 0)
    store.close()
  }

  #if os(Linux) || os(macOS)
    @Test("a change during a walk stops the program with a sentence (60)")
    func changeDuringWalk() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          var buffer = SlotBuffer()
          _ = buffer.vacate(0, walks: 1)
        }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          var buffer = SlotBuffer()
          _ = buffer.compact(walks: 1)
        }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          var buffer = SlotBuffer()
          buffer.merge([], walks: 1)
        }
      }
    }

    @Test("a slot that is not there is not read (60)")
    func outOfBounds() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run { _ = SlotBuffer().attachment(at: 0) }
      }
    }
  #endif
}
