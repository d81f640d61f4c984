import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A time begins with the call that asks for it", .timeLimit(.minutes(hangMinutes)))
struct TimerTests {
  let clock = ManualClock()

  /// Lets a timer's task begin after the clock was advanced.
  private func saver() throws -> (StateSaver<Int>, TemporaryFolder) {
    let folder = try TemporaryFolder()
    return (StateSaver(file: folder.file("number"), initial: 0, clock: clock), folder)
  }

  @Test("a clock that advances at once reaches saveSoon(after:)")
  func soon() async throws {
    let (saver, _) = try saver()
    saver.state = 1
    let result = await withCheckedContinuation { saved in
      saver.onSave = { saved.resume(returning: $0) }
      saver.saveSoon(after: .seconds(1))
      clock.advance(by: .seconds(1))
    }
    #expect(try result.get() == 1)
  }

  @Test("a clock that advances at once reaches the end of a session")
  func session() async {
    let tracker = SessionTracker(.memory, clock: clock)
    var changes = tracker.changes().makeAsyncIterator()
    for event in [AppLifecycleEvent.didBecomeActive, .didEnterBackground] { tracker.receive(event) }
    clock.advance(by: .seconds(30))
    guard case .opened = await changes.next(), case .ended = await changes.next() else {
      Issue.record("The end was not reported.")
      return
    }
  }

  @Test("a clock that advances at once reaches the time limit of a startup command")
  func timeLimit() async throws {
    let gate = Gate()
    let startup = try StartupCommands(clock: clock) {
      StartupCommand("fetch", timeLimit: .seconds(5)) { await gate.wait() }
    }
    startup.run()
    clock.advance(by: .seconds(5))
    let report = await startup.finished()
    #expect("\(try #require(report["fetch"]).outcome)" == "timed out after 5.0 s")
    gate.open()
  }

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

  @Test("a clock that advances at once reaches an absence and an interval")
  func absence() {
    var absences: [Duration?] = []
    let action = ReturnAction(after: .seconds(60), clock: clock) { absences.append($0) }
    for event in [AppLifecycleEvent.didBecomeActive, .didEnterBackground] { action.receive(event) }
    clock.advance(by: .seconds(60))
    action.receive(.didBecomeActive)
    #expect(absences == [.seconds(60)])
  }

  @Test("the longest time stops nothing")
  func longest() async throws {
    let (saver, folder) = try saver()
    let real = StateSaver(file: folder.file("other"), initial: 0)
    for saver in [saver, real] { saver.saveSoon(after: .seconds(Int64.max)) }
    let clocks: [any Clock<Duration>] = [clock, ContinuousClock(), SuspendingClock()]
    for clock in clocks {
      let tracker = SessionTracker(
        .memory, timeout: .seconds(Int64.max), maximumLength: .seconds(Int64.max), clock: clock)
      let action = ReturnAction(
        after: .zero, atMostEvery: .seconds(Int64.max), clock: clock, action: { _ in })
      let work = BackgroundWork("work", budget: .seconds(Int64.max), clock: clock) {}
      let startup = try StartupCommands(clock: clock) {
        StartupCommand("step", timeLimit: .seconds(Int64.max)) { await Task.yield() }
      }
      startup.run()
      for event in [
        AppLifecycleEvent.didBecomeActive, .didEnterBackground, .didBecomeActive, .willTerminate,
      ] {
        for listener in [tracker, action, work] as [any AppLifecycleListener] {
          listener.receive(event)
        }
      }
      #expect(await startup.finished().failures.isEmpty)
    }
    #expect(DurationText.short(Duration.seconds(Int64.max)).hasSuffix(" h"))
    // A timer has its own task.
    await nextMainTurn()
    saver.onAppWillTerminate()
    real.onAppWillTerminate()
  }
}
