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
    func changeDuringWalk() async throws {
      let results = [
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await Self.walk { slots in
            slots.append(
              ListenerSlot(Newcomer(listener: Plain(), attachment: slots.attachment(at: 0))))
          }
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await Self.walk { _ = $0.vacate(0) }
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await Self.walk { _ = $0.compact() }
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await Self.walk { $0.merge([]) }
        },
      ]
      for result in results {
        try expect(
          result, toSay: "The store of listeners was changed while it delivers an event.")
      }
    }

    @Test("a slot is visited during a walk only, and from the first one on (60)")
    func visitOutsideWalk() async throws {
      let results = [
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await MainActor.run { Self.slotsOfOneListener().visitRest { _ in } }
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await Self.walk { slots in
            slots.walk.visited = -1
            slots.visitRest { _ in }
          }
        },
      ]
      for result in results { try expect(result, toSay: "A slot was visited outside of a walk.") }
    }

    @Test("a slot that is not there is not read (60)")
    func outOfBounds() async throws {
      let results = [
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await MainActor.run { _ = SlotBuffer().attachment(at: 0) }
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await MainActor.run { _ = Self.slotsOfOneListener().attachment(at: 1) }
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await MainActor.run { _ = Self.slotsOfOneListener().attachment(at: -1) }
        },
      ]
      for result in results {
        try expect(result, toSay: "A slot was read that the buffer does not have.")
      }
    }

    /// Damaged memory may end a process as well, so the sentence of the check must be there. It is not
    /// printed in a release build.
    private func expect(_ result: ExitTest.Result?, toSay sentence: String) throws {
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #if DEBUG
        #expect(output.contains(sentence))
      #endif
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
  #endif
}
