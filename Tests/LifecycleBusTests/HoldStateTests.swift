import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

@MainActor
@Suite("The state of the holds", .timeLimit(.minutes(hangMinutes)))
struct HoldStateTests {
  @Test("40,000 holds are taken and released in mixed order, oldest reason first")
  func many() {
    var random = SeededGenerator(seed: 11)
    let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
    var holds = (0..<40_000).map { mediator.hold("\($0)") }
    #expect(mediator.openHolds.first == "0")
    #expect(mediator.openHolds.count == 40_000)
    holds.shuffle(using: &random)
    for hold in holds.dropLast(2) { hold.release() }
    #expect(Set(mediator.openHolds) == Set(holds.suffix(2).map(\.reason)))
  }

  @Test("the reasons are in the order in which the holds were taken")
  func order() throws {
    var state = HoldState()
    let numbers = ["a", "b", "c"].map { state.take($0) }
    #expect(state.reasons == ["a", "b", "c"])
    let first = try #require(numbers[0])
    let released = state.release(first)
    #expect(released?.reason == "a")
    #expect(state.reasons == ["b", "c"])
    let again = state.release(first)
    #expect(again == nil, "released twice is released once")
  }

  @Test("no hold is taken while the open ones expire, and without a wait the next one counts")
  func expiring() {
    var state = HoldState()
    _ = state.take("a")
    let expired = state.beginExpiring()
    #expect(expired.map(\.reason) == ["a"] && state.holds.isEmpty)
    let during = state.take("b")
    state.endExpiring()
    let after = state.take("c")
    #expect(during == nil && after != nil)
  }
}

extension HoldState {
  fileprivate var reasons: [String] { holds.map(\.reason) }

  fileprivate mutating func take(_ reason: String) -> UInt64? {
    take(Hold(reason: reason, onExpiration: nil))
  }
}
