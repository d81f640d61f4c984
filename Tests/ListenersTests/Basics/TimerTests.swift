import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

/// The other listeners' own tests also advance the clock at once, so that a timer's task begins after
/// that.
@MainActor
@Suite("A time begins with the call that asks for it", .timeLimit(.minutes(hangMinutes)))
struct TimerTests {
  let clock = ManualClock()

  @Test("a clock that advances at once reaches the budget of background work")
  func budget() async {
    let gate = Gate()
    let work = BackgroundWork("upload", budget: .seconds(5), clock: clock) { await gate.wait() }
    let outcome = await withCheckedContinuation { ended in
      work.onOutcome = { ended.resume(returning: "\($0)") }
      work.receive(.didEnterBackground)
      clock.advance(by: .seconds(5))
    }
    #expect(outcome == "ran out of time")
    gate.open()
  }

  @Test("the longest time stops nothing")
  func longest() async throws {
    let folder = TemporaryFolder()
    let savers = [
      StateSaver(file: folder.file("number"), initial: 0, clock: clock),
      StateSaver(file: folder.file("other"), initial: 0),
    ]
    for saver in savers { saver.saveSoon(after: .seconds(Int64.max)) }
    let clocks: [any Clock<Duration>] = [clock, ContinuousClock(), SuspendingClock()]
    for clock in clocks {
      let listeners: [any AppLifecycleListener] = [
        SessionTracker(
          .memory, timeout: .seconds(Int64.max), maximumLength: .seconds(Int64.max), clock: clock),
        ReturnAction(after: .zero, atMostEvery: .seconds(Int64.max), clock: clock) { _ in },
        BackgroundWork("work", budget: .seconds(Int64.max), clock: clock) {},
      ]
      let startup = try StartupCommands(clock: clock) {
        StartupCommand("step", timeLimit: .seconds(Int64.max)) { await Task.yield() }
      }
      startup.run()
      for event in [
        AppLifecycleEvent.didBecomeActive, .didEnterBackground, .didBecomeActive, .willTerminate,
      ] {
        for listener in listeners { listener.receive(event) }
      }
      #expect(await startup.finished().failures.isEmpty)
    }
    #expect(DurationText.short(Duration.seconds(Int64.max)).hasSuffix(" h"))
    // A timer has its own task.
    await nextMainTurn()
    for saver in savers { saver.onAppWillTerminate() }
  }
}
