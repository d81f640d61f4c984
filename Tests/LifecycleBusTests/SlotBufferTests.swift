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
    @Test("a change while the buffer is visited stops the program with a sentence (60)")
    func changeDuringWalk() async {
      await #expect(processExitsWith: .failure) {
        await Self.walk { _ = $0.vacate(0) }
      }
      await #expect(processExitsWith: .failure) {
        await Self.walk { _ = $0.compact() }
      }
      await #expect(processExitsWith: .failure) {
        await Self.walk { $0.merge([]) }
      }
    }

    private static func walk(_ change: @MainActor (SlotBuffer) -> Void) {
      let slots = Self.slotsOfOneListener()
      slots.walk { change(slots) }
    }

    private static func slotsOfOneListener() -> SlotBuffer {
      let store = ListenerStore()
      _ = store.insert(Plain(), identity: nil, priority: 0)
      return store.slots
    }

    @Test("a slot is visited during a walk only (60)")
    func visitOutsideWalk() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run { Self.slotsOfOneListener().visitRest { _ in } }
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
