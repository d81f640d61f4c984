import LifecycleBus
import LifecycleBusDelegates
import TestSupport
import Testing

@MainActor
@Suite("Asynchronous requests")
struct AsyncRequestTests {
  let bus = TestBus()
  let clock = ManualClock()

  /// Asks as a delegate does, with a completion handler, and counts the calls.
  @MainActor
  final class Completion {
    private(set) var results: [AppFetchResult] = []
    private(set) var task: Task<Void, Never>?

    init(_ mediator: AppLifecycleMediator, _ clock: ManualClock) {
      task = Task {
        results.append(await mediator.askToReceiveRemoteNotification([:], clock: clock))
      }
    }

    /// Waits for the completion, and then gives a wrong second one the time to arrive.
    func wait() async {
      await task?.value
      await settle()
    }
  }

  func attach(_ adopters: SlowAdopter...) {
    for adopter in adopters { bus.mediator.attach(adopter) }
  }

  @Test("without adopters a request ends at once", .timeLimit(.minutes(hangMinutes)))
  func nobody() async {
    bus.attach("a listener without requests")
    let completion = Completion(bus.mediator, clock)
    await completion.wait()
    #expect(completion.results == [.noData])
    #expect(await bus.mediator.askToFetchInBackground(clock: clock) == .noData)
    #expect(await !bus.mediator.askToPerform(AppQuickAction(type: "new"), clock: clock))
    await bus.mediator.askToHandleBackgroundURLSessionEvents(identifier: "s", clock: clock)
    #expect(bus.anomalies.isEmpty)
  }

  @Test(
    "adopters work at once, and the last one is awaited",
    .timeLimit(.minutes(hangMinutes)))
  func concurrent() async {
    let (first, second) = (SlowAdopter(.noData), SlowAdopter(.failed))
    attach(first, second)
    let completion = Completion(bus.mediator, clock)
    await first.beenAsked()
    await second.beenAsked()
    second.gate.open()
    await settle()
    #expect(completion.results.isEmpty)
    first.gate.open()
    await completion.wait()
    #expect(completion.results == [.failed])
    #expect(clock.sleeperCount == 0, "the timer ends with the answers")
    #expect(bus.anomalies.isEmpty)
  }

  @Test(
    "a missing answer counts as failed at the deadline",
    .timeLimit(.minutes(hangMinutes)))
  func never() async {
    let (prompt, stuck) = (SlowAdopter(.noData, isOpen: true), SlowAdopter(.newData))
    attach(prompt, stuck)
    let completion = Completion(bus.mediator, clock)
    await stuck.beenAsked()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(24))
    await settle()
    #expect(completion.results.isEmpty)
    clock.advance(by: .seconds(1))
    await completion.wait()
    #expect(completion.results == [.failed])
    #expect(
      bus.anomalies == [
        .requestExpired("AppRemoteNotificationReceiving", listeners: ["SlowAdopter"])
      ])
    stuck.gate.open()
    await settle()
  }

  @Test(
    "an answer in time counts beside a missing one",
    .timeLimit(.minutes(hangMinutes)))
  func newDataInTime() async {
    let (prompt, stuck) = (SlowAdopter(.newData, isOpen: true), SlowAdopter())
    attach(prompt, stuck)
    let completion = Completion(bus.mediator, clock)
    await stuck.beenAsked()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(25))
    await completion.wait()
    #expect(completion.results == [.newData])
    stuck.gate.open()
    await settle()
  }

  @Test(
    "late answers are reported and change nothing",
    .timeLimit(.minutes(hangMinutes)))
  func allLate() async {
    let (first, second) = (SlowAdopter(), SlowAdopter())
    attach(first, second)
    let completion = Completion(bus.mediator, clock)
    await first.beenAsked()
    await second.beenAsked()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(25))
    await completion.wait()
    first.gate.open()
    second.gate.open()
    await settle()
    #expect(completion.results == [.failed])
    #expect(first.wasCancelled && second.wasCancelled)
    let late = AppLifecycleAnomaly.answeredLate(
      "AppRemoteNotificationReceiving", listener: "SlowAdopter")
    #expect(
      bus.anomalies == [
        .requestExpired(
          "AppRemoteNotificationReceiving", listeners: ["SlowAdopter", "SlowAdopter"]),
        late, late,
      ])
  }

  @Test(
    "a detached adopter is no longer awaited",
    .timeLimit(.minutes(hangMinutes)))
  func detachWhileAwaited() async {
    let (staying, leaving) = (SlowAdopter(.noData), SlowAdopter(.newData))
    attach(staying, leaving)
    let completion = Completion(bus.mediator, clock)
    await staying.beenAsked()
    await leaving.beenAsked()
    bus.mediator.detach(leaving)
    await settle()
    #expect(completion.results.isEmpty)
    staying.gate.open()
    await settle()
    #expect(completion.results == [.noData])
    leaving.gate.open()
    await completion.wait()
    #expect(leaving.wasCancelled)
    #expect(leaving.timesAnswered == 1)
    #expect(bus.anomalies.isEmpty)
  }

  @Test(
    "an answer counts after its listener is detached (57)",
    .timeLimit(.minutes(hangMinutes)))
  func detachAfterAnswer() async {
    let (waiting, answered) = (SlowAdopter(.noData), SlowAdopter(.newData, isOpen: true))
    attach(waiting, answered)
    let completion = Completion(bus.mediator, clock)
    await waiting.beenAsked()
    await settle()
    #expect(answered.timesAnswered == 1)
    bus.mediator.detach(answered)
    waiting.gate.open()
    await completion.wait()
    #expect(completion.results == [.newData])
  }

  @Test(
    "the answer of a self-detached adopter counts (8)",
    .timeLimit(.minutes(hangMinutes)))
  func detachesItselfWhileAnswering() async {
    final class Leaver: AppRemoteNotificationReceiving {
      var leave: @MainActor () -> Void = {}
      func onAppDidReceiveRemoteNotification(
        _ userInfo: [AnyHashable: Any]
      ) async -> AppFetchResult {
        leave()
        await Task.yield()
        return .newData
      }
    }
    let leaver = Leaver()
    let attachment = bus.mediator.attach(leaver)
    leaver.leave = { attachment.detach() }
    #expect(await bus.mediator.askToReceiveRemoteNotification([:], clock: clock) == .newData)
    #expect(!attachment.isAttached)
  }

  @Test(
    "the last adopter is awaited, though it was detached while it answers (57)",
    .timeLimit(.minutes(hangMinutes)))
  func lastOneLeaves() async {
    let leaving = SlowAdopter()
    attach(leaving)
    let completion = Completion(bus.mediator, clock)
    await leaving.beenAsked()
    bus.mediator.detach(leaving)
    await settle()
    #expect(completion.results == [])
    leaving.gate.open()
    await completion.wait()
    #expect(completion.results == [.newData])
  }

  @Test(
    "an adopter detached before its turn is not asked", .timeLimit(.minutes(hangMinutes))
  )
  func detachBeforeTurn() async {
    let adopter = SlowAdopter()
    let other = SlowAdopter(.noData)
    attach(adopter, other)
    bus.mediator.attach(FetchingOnly { [unowned bus] in bus.mediator.detach(adopter) }, priority: 1)
    async let result = bus.mediator.askToFetchInBackground(clock: clock)
    await other.beenAsked()
    #expect(adopter.timesAsked == 0)
    other.gate.open()
    #expect(await result == .noData)
  }

  @Test(
    "100 answers in any order complete once",
    .timeLimit(.minutes(hangMinutes)))
  func hundred() async {
    let adopters = (0..<100).map { SlowAdopter($0 == 42 ? .newData : .noData) }
    for adopter in adopters { bus.mediator.attach(adopter) }
    let completion = Completion(bus.mediator, clock)
    for adopter in adopters { await adopter.beenAsked() }
    for adopter in adopters.reversed() { adopter.gate.open() }
    await completion.wait()
    #expect(completion.results == [.newData])
    #expect(adopters.allSatisfy { $0.timesAsked == 1 && $0.timesAnswered == 1 })
  }

  @Test("two requests at once stay apart", .timeLimit(.minutes(hangMinutes)))
  func twoAtOnce() async {
    let adopter = SlowAdopter(.newData)
    attach(adopter)
    let (one, two) = (Completion(bus.mediator, clock), Completion(bus.mediator, clock))
    await clock.waitForSleepers(2)
    adopter.gate.open()
    await one.wait()
    await two.wait()
    #expect(one.results == [.newData])
    #expect(two.results == [.newData])
    #expect(adopter.timesAsked == 2)
  }

  @Test(
    "cancelling a request cancels the adopters' tasks",
    .timeLimit(.minutes(hangMinutes)))
  func cancelled() async {
    let adopter = SlowAdopter(.newData)
    attach(adopter)
    let completion = Completion(bus.mediator, clock)
    await adopter.beenAsked()
    completion.task?.cancel()
    await settle()
    adopter.gate.open()
    await completion.wait()
    #expect(adopter.wasCancelled)
    #expect(completion.results == [.newData])
  }

  @Test("a request outlives its mediator", .timeLimit(.minutes(hangMinutes)))
  func mediatorGoes() async {
    let adopter = SlowAdopter(.newData)
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(
      listeners: [adopter], notificationCenter: bus.center)
    let completion = mediator.map { Completion($0, clock) }
    await adopter.beenAsked()
    mediator = nil
    adopter.gate.open()
    await completion?.wait()
    #expect(completion?.results == [.newData])
  }

  @Test(
    "each asynchronous request has its reduction", .timeLimit(.minutes(hangMinutes)),
    arguments: [AppFetchResult.newData, .noData, .failed])
  func reductions(result: AppFetchResult) async {
    attach(SlowAdopter(.noData, isOpen: true), SlowAdopter(result, isOpen: true))
    let mediator = bus.mediator
    #expect(await mediator.askToReceiveRemoteNotification([:], clock: clock) == result)
    #expect(await mediator.askToFetchInBackground(clock: clock) == result)
    let performed = await mediator.askToPerform(AppQuickAction(type: "new"), clock: clock)
    #expect(performed == (result == .newData))
    await mediator.askToHandleBackgroundURLSessionEvents(identifier: "s", clock: clock)
    #expect(bus.anomalies.isEmpty)
  }

  @Test("a late quick action counts as not performed", .timeLimit(.minutes(hangMinutes)))
  func quickActionDeadline() async {
    let stuck = SlowAdopter(.newData)
    attach(stuck)
    async let performed = bus.mediator.askToPerform(
      AppQuickAction(type: "new"), deadline: .seconds(3), clock: clock)
    await stuck.beenAsked()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(3))
    #expect(await !performed)
    stuck.gate.open()
    await settle()
    #expect(
      bus.anomalies == [
        .requestExpired("AppQuickActionPerforming", listeners: ["SlowAdopter"]),
        .answeredLate("AppQuickActionPerforming", listener: "SlowAdopter"),
      ])
    #expect(bus.anomalies.allSatisfy { $0.description.contains("SlowAdopter") })
  }
}

/// Runs a closure when it is asked to fetch, and has nothing.
private struct FetchingOnly: AppBackgroundFetching {
  let action: @MainActor () -> Void
  func onAppPerformFetch() async -> AppFetchResult {
    action()
    return .noData
  }
}
