import TestSupport
import Testing

@testable import LifecycleBus

@MainActor
@Suite("Work under a hold", .timeLimit(.minutes(hangMinutes)))
struct WithHoldTests {
  private let bus = TestBus(policy: .balanced)
  private let clock = ManualClock()

  /// Isn't `Sendable`.
  private final class Result {
    let text: String

    init(_ text: String) { self.text = text }
  }

  private struct Mistake: Error {}

  /// A job that has begun, and in the end says whether it was cancelled.
  private func beginJob(until gate: Gate) async -> Task<Bool, Never> {
    let begun = Gate()
    let job = Task {
      await bus.mediator.withHold("job") {
        begun.open()
        await gate.wait()
        return Task.isCancelled
      }
    }

    await begun.wait()
    return job
  }

  @Test("its value comes back, its hold has its name, and it may change its surroundings (85)")
  func value() async {
    var holds: [String] = []

    let result = await bus.mediator.withHold("job") {
      holds = bus.mediator.openHolds
      await Task.yield()
      return Result("done")
    }

    #expect(result.text == "done")
    #expect(holds == ["job"])
    #expect(bus.mediator.openHolds == [])
  }

  @Test("its error comes back, and the hold is over (85)")
  func failure() async {
    await #expect(throws: Mistake.self) {
      try await bus.mediator.withHold("job") { () async throws(Mistake) in throw Mistake() }
    }

    #expect(bus.mediator.openHolds == [])
  }

  @Test("the cancellation of its caller does not reach it (85)")
  func callerIsCancelled() async {
    let gate = Gate()
    let caller = await beginJob(until: gate)

    caller.cancel()
    #expect(bus.mediator.openHolds == ["job"])
    gate.open()

    #expect(await caller.value == false)
  }

  @Test(
    "its hold's expiry cancels it at the end of the process, and not at a suspension (85)",
    arguments: [
      ([.didEnterBackground], false, false), ([.didEnterBackground], true, true),
      ([.willTerminate], false, true),
    ] as [([AppLifecycleEvent], Bool, Bool)])
  func expiry(events: [AppLifecycleEvent], isForEnd: Bool, isCancelled: Bool) async {
    bus.play(.coldLaunchWithScenes)
    let gate = Gate()
    let work = await beginJob(until: gate)
    for event in events {
      bus.post(event)
    }
    bus.mediator.holdCoordinator.isForEnd = isForEnd

    let wait = Task { await bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock) }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    #expect(await wait.value == ["job"])
    gate.open()

    #expect(await work.value == isCancelled)
  }

  @Test("one that comes while the others expire at the end is cancelled (85)")
  func tooLate() async {
    var late: Task<Bool, Never>?
    let mediator = bus.mediator
    mediator.holdCoordinator.isForEnd = true
    let hold = mediator.hold("first") {
      late = Task { await mediator.withHold("late") { Task.isCancelled } }
    }

    let wait = Task { await mediator.waitForHolds(upTo: .seconds(5), clock: clock) }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    #expect(await wait.value == ["first"])

    #expect(await late?.value == true)
    hold.release()
  }
}
