import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A return action")
struct ReturnActionTests {
  /// A bus with an action, and the absences that it was called with, in seconds; -1 for none.
  @MainActor
  private final class Setup {
    let bus: TestBus
    let clock = ManualClock()
    private(set) var calls: [Int] = []

    init(after least: Duration? = nil, every interval: Duration = .zero) {
      bus = TestBus(policy: .balanced)
      let action = ReturnAction(after: least, atMostEvery: interval, clock: clock) {
        [weak self] absence in
        self?.calls.append(absence.map { Int($0.components.seconds) } ?? -1)
      }

      bus.mediator.attach(action)
    }

    func absences(_ lengths: Int...) {
      for seconds in lengths {
        bus.play(.toBackground)
        clock.advance(by: .seconds(seconds))
        bus.play(.toForeground)
      }
    }
  }

  @Test(
    "a launch is one return, with or without scenes",
    arguments: [AppLifecycleScenario.coldLaunchWithScenes, .coldLaunchWithoutScenes])
  func launch(scenario: AppLifecycleScenario) {
    let setup = Setup(every: .seconds(300))

    setup.bus.play(scenario)
    setup.absences(299, 1, 299, 2)

    #expect(setup.calls == [-1, 1, 2])
  }

  @Test("with a least absence, a launch and a shorter one do not count")
  func least() {
    let setup = Setup(after: .seconds(60))

    setup.bus.play(.coldLaunchWithScenes, .interruption)
    setup.absences(59, 60, 2_600_000)

    #expect(setup.calls == [60, 2_600_000])
  }

  @Test("the longest interval stops nothing")
  func longest() {
    let setup = Setup(after: .zero, every: .seconds(Int64.max))

    setup.bus.play(.coldLaunchWithScenes)
    setup.absences(1, 1)

    #expect(setup.calls == [1])
  }
}
