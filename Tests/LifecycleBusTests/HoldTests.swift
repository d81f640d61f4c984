import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Holds", .timeLimit(.minutes(hangMinutes)))
struct HoldTests {
  @Test("without a hold the wait ends at once (41)")
  func nothingOpen() async {
    let bus = TestBus()
    #expect(
      await bus.mediator.waitForHolds(upTo: .seconds(1), clock: ManualClock(isSleepAllowed: false))
        == [])
    #expect(bus.anomalies == [])
  }

  @Test("the wait lasts until the hold is released (39)")
  func releaseEndsTheWait() async {
    let bus = TestBus()
    let clock = ManualClock()
    let (first, second) = (bus.mediator.hold("first"), bus.mediator.hold("second"))
    let waiting = Task { await bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock) }
    #expect(await clock.nextSleep() == .seconds(5))
    second.release()
    #expect(first.isOpen && !second.isOpen)
    #expect(bus.mediator.openHolds == ["first"])
    first.release()
    #expect(await waiting.value == [])
    #expect(bus.anomalies == [])
  }

  @Test("a second release of a hold does nothing (39)")
  func releasedTwice() async {
    let bus = TestBus()
    let clock = ManualClock()
    let (first, second) = (bus.mediator.hold("first"), bus.mediator.hold("second"))
    let waiting = Task { await bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock) }
    _ = await clock.nextSleep()
    first.release()
    first.release()
    #expect(bus.mediator.openHolds == ["second"])
    second.release()
    #expect(await waiting.value == [])
  }

  @Test("dropping a hold releases it (39)")
  func dropped() async {
    let bus = TestBus()
    let clock = ManualClock()
    var hold: AppLifecycleHold? = bus.mediator.hold("upload")
    #expect(hold?.isOpen == true)
    let waiting = Task { await bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock) }
    _ = await clock.nextSleep()
    hold = nil
    #expect(await waiting.value == [])
    #expect(bus.mediator.openHolds == [])
  }

  @Test("an expired budget names the open holds (40)")
  func budgetRunsOut() async {
    let bus = TestBus()
    let clock = ManualClock()
    var told: [String] = []
    let holds = ["upload", "done", "save"].map { reason in
      bus.mediator.hold(reason) { told.append(reason) }
    }
    let waiting = Task { await bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock) }
    _ = await clock.nextSleep()
    holds[1].release()
    clock.wake()
    #expect(await waiting.value == ["upload", "save"])
    #expect(told == ["upload", "save"])
    #expect(bus.anomalies == [.holdsExpired(["upload", "save"])])
    #expect(holds.allSatisfy { !$0.isOpen && !$0.wasTakenTooLate })
    for hold in holds { hold.release() }
    #expect(bus.anomalies.count == 1)
  }

  @Test("a budget of zero names the open holds (40)")
  func noBudget() async {
    let bus = TestBus()
    let hold = bus.mediator.hold("upload")
    #expect(await bus.mediator.waitForHolds(upTo: .zero) == ["upload"])
    #expect(!hold.isOpen)
  }

  @Test("a hold counts during the wait, and after it for the next one (41, 58)")
  func takenLate() async {
    let bus = TestBus()
    let clock = ManualClock()
    let first = bus.mediator.hold("first")
    let waiting = Task { await bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock) }
    _ = await clock.nextSleep()
    let second = bus.mediator.hold("second")
    first.release()
    #expect(second.isOpen && !second.wasTakenTooLate)
    second.release()
    #expect(await waiting.value == [])
    let late = bus.mediator.hold("late")
    #expect(late.isOpen && !late.wasTakenTooLate)
    async let next = bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock)
    _ = await clock.nextSleep()
    late.release()
    #expect(await next == [])
  }

  @Test("a hold is open in each state, before and after a wait (58)")
  func openInEachState() async {
    let bus = TestBus()
    let events: [AppLifecycleEvent] = [
      .didFinishLaunching, .willEnterForeground, .didBecomeActive, .willResignActive,
      .didEnterBackground, .willTerminate,
    ]
    for event in events {
      bus.post(event)
      let before = bus.mediator.hold("before")
      #expect(before.isOpen, "\(event)")
      before.release()
      await bus.mediator.waitForHolds(upTo: .seconds(5))
      let after = bus.mediator.hold("after")
      #expect(after.isOpen, "\(event)")
      after.release()
    }
  }

  @Test("a hold that is taken while the open ones expire is too late (41)")
  func takenWhileExpiring() async {
    let bus = TestBus()
    let clock = ManualClock()
    var late: AppLifecycleHold?
    let hold = bus.mediator.hold("first") { late = bus.mediator.hold("late") }
    async let expired = bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock)
    _ = await clock.nextSleep()
    clock.advance(by: .seconds(5))
    #expect(await expired == ["first"])
    #expect(late?.wasTakenTooLate == true && !hold.isOpen)
  }

  @Test("a budget beyond each clock waits like a long one (40)", arguments: [Int64.max, 1 << 40])
  func hugeBudget(seconds: Int64) async {
    let bus = TestBus()
    let hold = bus.mediator.hold("work")
    async let expired = bus.mediator.waitForHolds(upTo: .seconds(seconds))
    // The wait has begun when a second one, which is shorter, has ended it.
    await bus.mediator.waitForHolds(upTo: .milliseconds(1))
    #expect(await expired == ["work"] || !hold.isOpen)
  }

  @Test("releases off the main queue leave one update for the main actor")
  func releasesLeaveNoGarbage() async {
    let bus = TestBus()
    let time = CountingTime()
    bus.mediator.backgroundTime = time
    for _ in 0..<10_000 { bus.mediator.hold("file").release() }
    #expect(time.begun == 1 && time.ended == 0, "the update is still to come")
    for _ in 0..<10 { await MainActor.run {}; await Task.yield() }
    #expect(time.begun == 1 && time.ended == 1)
  }

  @Test("entering the foreground ends the wait (41)")
  func reopened() async {
    let bus = TestBus()
    let clock = ManualClock()
    let hold = bus.mediator.hold("upload")
    let waiting = Task { await bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock) }
    _ = await clock.nextSleep()
    bus.post(.willEnterForeground)
    #expect(await waiting.value == [])
    #expect(hold.isOpen)
    hold.release()
    #expect(
      await bus.mediator.waitForHolds(upTo: .seconds(5), clock: ManualClock(isSleepAllowed: false))
        == [])
    bus.post(.willEnterForeground)
    #expect(bus.mediator.hold("next").wasTakenTooLate == false)
  }

  @Test("the shortest budget ends the wait for all (40)")
  func severalWaiters() async {
    let bus = TestBus()
    let (long, short) = (ManualClock(), ManualClock())
    let hold = bus.mediator.hold("upload")
    let first = Task { await bus.mediator.waitForHolds(upTo: .seconds(9), clock: long) }
    _ = await long.nextSleep()
    let second = Task { await bus.mediator.waitForHolds(upTo: .seconds(1), clock: short) }
    _ = await short.nextSleep()
    short.wake()
    #expect(await first.value == ["upload"])
    #expect(await second.value == ["upload"])
    #expect(bus.anomalies == [.holdsExpired(["upload"])])
    #expect(!hold.isOpen)
  }

  @Test("a callback may take and release a hold (18)")
  func insideACallback() async {
    let bus = TestBus()
    var kept: AppLifecycleHold?
    bus.attach("saver") { context in
      bus.mediator.hold("dropped").release()
      if context.event == .didEnterBackground { kept = bus.mediator.hold("save") }
    }
    bus.post(.didEnterBackground)
    #expect(bus.mediator.openHolds == ["save"])
    kept?.release()
    #expect(bus.mediator.openHolds == [])
  }

  @Test("releases on many threads end the wait once (36, 39)")
  func manyThreads() async {
    let bus = TestBus()
    let clock = ManualClock()
    let holds = (0..<64).map { bus.mediator.hold("hold \($0)") }
    let waiting = Task { await bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock) }
    _ = await clock.nextSleep()
    let gate = StartingGate(runners: 8)
    for first in 0..<8 {
      Thread.detachNewThread {
        gate.arrive()
        for index in stride(from: first, to: 64, by: 8) { holds[index].release() }
        for index in stride(from: first, to: 64, by: 4) { holds[index].release() }
      }
    }
    #expect(await waiting.value == [])
    #expect(bus.mediator.openHolds == [])
  }
}

/// Counts how often the system's time began and ended.
private final class CountingTime: AppLifecycleBackgroundTime {
  var begun = 0
  var ended = 0

  func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
    begun += 1
  }

  func end() { ended += 1 }
}
