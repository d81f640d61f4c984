import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

@Suite("What a signal with an action means")
struct SignalPlanActionTests {
  typealias Plan = SignalPlan

  @Test(
    "an action runs where the app runs, and not on the way to the end",
    arguments: [
      ("running", [.act(.user1)]), ("suspending", [.act(.user1)]), ("background", [.act(.user1)]),
      ("ending", []), ("ending by the app", []), ("ended", []), ("ended by the app", []),
    ] as [(String, [Plan.Action])])
  func act(way: String, actions: [Plan.Action]) {
    var plan = SignalPlanTests.plan(way)
    #expect(plan.handle(.act(.user1), at: .seconds(2)) == actions)
  }

  @Test("signals that come while their action runs are one, which runs it once more")
  func coalesced() {
    var plan = SignalPlanTests.plan("running")
    #expect(plan.handle(.act(.user1), at: .seconds(2)) == [.act(.user1)])
    #expect(plan.handle(.act(.user2), at: .seconds(2)) == [.act(.user2)])
    for _ in 0..<3 { #expect(plan.handle(.act(.user1), at: .seconds(2)) == []) }
    #expect(plan.handle(.acted(.user1), at: .seconds(3)) == [.act(.user1)])
    #expect(plan.handle(.acted(.user1), at: .seconds(3)) == [])
    #expect(plan.handle(.act(.user1), at: .seconds(4)) == [.act(.user1)])
    #expect(plan.handle(.act(.user1), at: .seconds(4)) == [])
    _ = plan.handle(.end(.terminate), at: .seconds(5))
    #expect(plan.handle(.acted(.user1), at: .seconds(6)) == [])
  }
}
