import Foundation
import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("A return action")
struct ReturnActionTests {
  /// A bus with an action, and the absences that it was called with, in seconds.
  @MainActor
  private final class Setup {
    let bus: TestBus
    let clock = ManualClock()
    private(set) var calls: [Double?] = []

    /// - `failures`: How often the action throws at first.
    init(
      every interval: Duration = .zero, policy: AppLifecycleMediator.Policy = .lifecycle,
      replay: AppLifecycleMediator.Replay = .none, launch: AppLifecycleScenario? = nil,
      failures: Int = 0
    ) {
      bus = TestBus(policy: policy)
      if let launch { bus.play(launch) }
      let action = ReturnAction(atMostEvery: interval, clock: clock) { [weak self] absence in
        self?.calls.append(absence.map { $0 / .seconds(1) })
        if let self, calls.count <= failures { throw Offline() }
      }
      bus.mediator.attach(action, replay: replay)
    }

    /// Leaves, waits, and comes back.
    func absence(_ seconds: Int) {
      bus.play(.toBackground)
      clock.advance(by: .seconds(seconds))
      bus.play(.toForeground)
    }
  }

  @Test(
    "a launch is one return, with or without scenes and under both policies",
    arguments: [AppLifecycleScenario.coldLaunchWithScenes, .coldLaunchWithoutScenes],
    [AppLifecycleMediator.Policy.asPosted, .lifecycle])
  func launch(scenario: AppLifecycleScenario, policy: AppLifecycleMediator.Policy) {
    let setup = Setup(every: .seconds(300), policy: policy)
    setup.bus.play(scenario)
    #expect(setup.calls == [nil])
    for seconds in [299, 1, 299, 2] { setup.absence(seconds) }
    #expect(setup.calls == [nil, 1, 2])
  }

  @Test("a refresh that fails does not count as done")
  func failure() {
    let setup = Setup(every: .seconds(300), failures: 1)
    setup.bus.play(.coldLaunchWithScenes)
    for _ in 1...3 { setup.absence(0) }
    #expect(setup.calls == [nil, 0])
  }

  @Test(
    "attached to an app in use it waits for the next return, with a replay it is called at once")
  func late() {
    let waiting = Setup(launch: .coldLaunchWithScenes)
    waiting.bus.post(.didReceiveMemoryWarning, .didBecomeActive)
    #expect(waiting.calls == [])
    waiting.absence(7)
    #expect(waiting.calls == [7])
    #expect(Setup(replay: .state, launch: .coldLaunchWithScenes).calls == [nil])
  }

  /// What a listener heard, and when.
  private typealias Heard = (time: Duration, context: AppLifecycleContext)

  /// The absences after which an action is called, from all that was heard: each event by itself,
  /// with a look back.
  private func expected(
    _ heard: [Heard], least: Duration?, interval: Duration, isMac: Bool
  ) -> [Duration?] {
    let comes: [AppLifecycleEvent] =
      isMac ? [.didBecomeActive] : [.willEnterForeground, .didBecomeActive]
    let leaves: [AppLifecycleEvent] =
      isMac ? [.didEnterBackground, .willResignActive] : [.didEnterBackground]
    var calls: [(time: Duration, absence: Duration?)] = []
    // Where it was attached in use, it was there before.
    var wasThere = false
    var left: Duration?
    for (index, one) in heard.enumerated() {
      let earlier = heard[..<index].last {
        comes.contains($0.context.event) || leaves.contains($0.context.event)
      }
      let isThere = earlier.map { comes.contains($0.context.event) } ?? false
      if one.context.previousState == .active, left == nil, !isThere { wasThere = true }
      let isInUse = isThere || wasThere
      if leaves.contains(one.context.event), isInUse {
        left = one.time
        wasThere = false
      }
      guard comes.contains(one.context.event), !isInUse else { continue }
      let absence = left.map { one.time - $0 }
      if let least, absence.map({ $0 < least }) ?? true { continue }
      if let last = calls.last, one.time - last.time < interval { continue }
      calls.append((one.time, absence))
    }
    return calls.map(\.absence)
  }

  @Test("random lives, on a Mac too, in the background and after long absences, agree with a model")
  func model() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let steps: [AppLifecycleEvent] = [
      .didFinishLaunching, .willEnterForeground, .didBecomeActive, .willResignActive,
      .didEnterBackground, .willEnterForeground, .didBecomeActive, .willResignActive,
      .didEnterBackground, .didReceiveMemoryWarning,
    ]
    var callCount = 0
    let lives = LongTests.areOn ? 20_000 : 2_000
    for _ in 0..<lives {
      let clock = ManualClock()
      let isMac = Bool.random(using: &generator)
      let mediator = AppLifecycleMediator(
        policy: Bool.random(using: &generator) ? .asPosted : .lifecycle,
        vocabulary: isMac ? .appKit : .uiKit, notificationCenter: NotificationCenter())
      let least: Duration? = Bool.random(using: &generator) ? nil : .seconds(60)
      let interval: Duration = Bool.random(using: &generator) ? .zero : .seconds(300)
      var heard: [Heard] = []
      var calls: [Duration?] = []
      let lateness = Bool.random(using: &generator) ? 0 : Int.random(in: 0...5, using: &generator)
      for number in 0..<Int.random(in: 6...16, using: &generator) {
        if number == lateness {
          mediator.on { heard.append((clock.now.offset, $0)) }
          mediator.attach(
            ReturnAction(after: least, atMostEvery: interval, clock: clock) { calls.append($0) })
        }
        // From nothing to a jump over a month, and around what is asked for.
        let seconds = [0, 1, 59, 60, 61, 299, 300, 301, 2_600_000].randomElement(using: &generator)
        clock.advance(by: .seconds(seconds ?? 0))
        if let event = steps.randomElement(using: &generator) { mediator.post(event) }
      }
      let model = expected(heard, least: least, interval: interval, isMac: isMac)
      callCount += calls.count
      if calls != model {
        Issue.record(
          "seed \(seed): \(calls) for \(heard.map { ($0.time, $0.context.event) }), not \(model)")
        return
      }
    }
    #expect(callCount > lives / 2, "seed \(seed)")
    print("\(lives) random lives, \(callCount) calls, seed \(seed)")
  }
}
