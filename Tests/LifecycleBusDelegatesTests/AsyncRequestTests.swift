import LifecycleBus
import LifecycleBusDelegates
import TestSupport
import Testing

@MainActor
@Suite("Asynchronous requests", .timeLimit(.minutes(hangMinutes)))
struct AsyncRequestTests {
  let bus = TestBus()
  let clock = ManualClock()

  func attach(_ adopters: SlowAdopter...) {
    for adopter in adopters {
      bus.mediator.attach(adopter)
    }
  }

  /// Asks as a delegate does, and notes each result.
  @MainActor
  final class Request {
    private(set) var results: [AppFetchResult] = []
    private(set) var task: Task<Void, Never>?

    init(_ mediator: AppLifecycleMediator, _ clock: ManualClock) {
      task = Task { results.append(await mediator.askToFetch(clock: clock)) }
    }

    /// Waits for the result, and then gives a wrong second one the time to arrive.
    func wait() async {
      await task?.value
      await settle()
    }
  }

  /// Asks, and waits until these have been asked.
  func ask(_ adopters: SlowAdopter...) async -> Request {
    let request = Request(bus.mediator, clock)
    for adopter in adopters {
      await adopter.asked.wait()
    }
    return request
  }

  @Test("without adopters a request ends at once")
  func nobody() async {
    bus.attach("a listener without requests")
    #expect(await bus.mediator.askToFetch(clock: clock) == .noData)
    #expect(clock.sleeperCount == 0)
  }

  @Test("the deadline runs while a listener blocks the main actor")
  func busy() async {
    let adopter = SlowAdopter()
    adopter.whenAsked = { [clock] in clock.advance(by: .seconds(25)) }
    attach(adopter)

    let request = await ask(adopter)
    await request.wait()

    #expect(request.results == [.failed])
    adopter.gate.open()
  }

  @Test("adopters work at once, and the last one is awaited")
  func concurrent() async {
    let first = SlowAdopter(.noData)
    let second = SlowAdopter(.failed)
    attach(first, second)
    let request = await ask(first, second)

    second.gate.open()
    await settle()
    #expect(request.results.isEmpty)

    first.gate.open()
    await request.wait()
    #expect(request.results == [.failed])
    #expect(clock.sleeperCount == 0, "the timer ends with the answers")
    #expect(bus.anomalies.isEmpty)
  }

  // MARK: The first part

  @Test("a request begins when its delegate method has returned, in the order of requests (65)")
  func firstPart() async {
    let adopter = SlowAdopter()
    attach(adopter)
    let journal = CallJournal()

    adopter.whenAsked = { journal.write("asked") }
    for name in ["first", "second"] {
      startRequest { [mediator = bus.mediator, clock] in
        journal.write(name)
        _ = await mediator.askToFetch(clock: clock)
      }
    }
    journal.write("returned")
    await waitUntil { adopter.timesAsked == 2 }

    #expect(journal.lines == ["returned", "first", "second", "asked", "asked"])
    adopter.gate.open()
  }

  // MARK: The deadline

  @Test("a missing answer counts as failed at the deadline, and changes nothing later")
  func late() async {
    let prompt = SlowAdopter(.noData, isOpen: true)
    let late = SlowAdopter()
    attach(prompt, late)
    let request = await ask(late)

    await clock.waitForSleepers()
    clock.advance(by: .seconds(24))
    await settle()
    #expect(request.results.isEmpty)

    clock.advance(by: .seconds(1))
    await request.wait()
    late.gate.open()
    await waitUntil { late.timesAnswered == 1 }
    await settle()
    #expect(request.results == [.failed])
    #expect(late.wasCancelled)
    #expect(bus.anomalies == [.requestExpired("SlowlyAsked", listeners: ["SlowAdopter"])])
  }

  @Test("cancelling a request cancels the adopters' tasks")
  func cancelled() async {
    let adopter = SlowAdopter()
    attach(adopter)
    let request = await ask(adopter)

    request.task?.cancel()
    await settle()
    adopter.gate.open()
    await request.wait()

    #expect(adopter.wasCancelled)
    #expect(request.results == [.newData])
  }

  // MARK: Detaching

  @Test("a detached adopter is no longer awaited, but an answer that it has given counts (57)")
  func detached() async {
    let staying = SlowAdopter(.noData)
    let leaving = SlowAdopter(.newData)
    let answered = SlowAdopter(.failed, isOpen: true)
    attach(staying, leaving, answered)
    let request = await ask(staying, leaving)
    await waitUntil { answered.timesAnswered == 1 }
    await settle()

    bus.mediator.detach(answered)
    bus.mediator.detach(leaving)
    await settle()
    #expect(request.results.isEmpty)

    staying.gate.open()
    await request.wait()
    #expect(request.results == [.failed])

    leaving.gate.open()
    await waitUntil { leaving.timesAnswered == 1 }
    #expect(leaving.wasCancelled)
    #expect(bus.anomalies.isEmpty)
  }

  @Test(
    "the last adopter is awaited, though it was detached, also by itself, while it answers (57)")
  func lastOneLeaves() async {
    let adopter = SlowAdopter()
    attach(adopter)
    let request = await ask(adopter)
    adopter.beforeAnswer = { [bus] in bus.mediator.detach(adopter) }

    await settle()
    #expect(request.results == [])

    adopter.gate.open()
    await request.wait()
    #expect(request.results == [.newData])
  }

  @Test("an adopter that the first part of another one detaches is not asked")
  func detachedBeforeItIsAsked() async {
    let first = SlowAdopter(.noData, isOpen: true)
    let adopter = SlowAdopter()
    attach(first, adopter)
    first.whenAsked = { [unowned bus] in bus.mediator.detach(adopter) }
    #expect(await bus.mediator.askToFetch(clock: clock) == .noData)
    #expect(adopter.timesAsked == 0)
  }

  // MARK: Lifetimes

  @Test("a listener that never answers keeps no other one alive after the deadline")
  func stuck() async {
    let live = LockedCount(0)
    let stuck = SlowAdopter()
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: bus.center) {
      ListenerGroup {
        stuck
        SlowAdopter(isOpen: true, live: live)
        CountedListener(live)
      }
    }
    let waiting = mediator?.attach(SlowAdopter(live: live))
    let request = mediator.map { Request($0, clock) }
    #expect(live.value == 3)

    await stuck.asked.wait()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(25))
    await request?.wait()
    waiting?.detach()
    mediator = nil

    await waitUntil { live.value <= 1 }
    #expect(live.value == 1, "the listener that was detached while it answers ends with its task")
    stuck.gate.open()
  }
}
