import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Background work", .timeLimit(.minutes(hangMinutes)))
struct BackgroundWorkTests {
  /// Work that returns when the test opens its gate, cancelled or not.
  @MainActor
  private final class Work {
    private(set) var started = 0
    private(set) var running = 0
    private(set) var mostAtOnce = 0
    private(set) var wasCancelled = false
    var mayEnd = Gate()
    let hasStarted = Gate()
    let hasEnded = Gate()
    var failure: (any Error)?

    func run() async throws {
      started += 1
      running += 1
      mostAtOnce = max(mostAtOnce, running)
      hasStarted.open()
      await mayEnd.wait()
      running -= 1
      wasCancelled = Task.isCancelled
      hasEnded.open()
      if let failure { throw failure }
    }
  }

  /// A bus, background work on it, and its outcomes.
  @MainActor
  private final class Setup {
    let bus = TestBus()
    let clock = ManualClock()
    let work = Work()
    let listener: BackgroundWork
    private(set) var outcomes: [String] = []
    /// The holds that were open when an outcome was reported.
    private(set) var holds: [[String]] = []
    private let firstOutcome = Gate()

    init(
      on event: AppLifecycleEvent = .didEnterBackground, cancelsOnReturn: Bool = false
    ) {
      listener = BackgroundWork(
        "upload", on: event, budget: .seconds(5), cancelsOnReturn: cancelsOnReturn, clock: clock,
        work: work.run)
      listener.onOutcome = { [weak self] in
        self?.outcomes.append("\($0)")
        self.map { $0.holds.append($0.bus.mediator.openHolds) }
        self?.firstOutcome.open()
      }
      bus.mediator.attach(listener)
    }

    func outcome() async { await firstOutcome.wait() }
  }

  private struct Offline: Error, CustomStringConvertible { let description = "offline" }

  @Test(
    "the work runs under a hold of its name (39)",
    arguments: [AppLifecycleEvent.didEnterBackground, .willTerminate, .didReceiveMemoryWarning])
  func finishes(event: AppLifecycleEvent) async {
    let setup = Setup(on: event)
    setup.bus.post(.didBecomeActive)
    #expect(setup.bus.mediator.openHolds.isEmpty)
    setup.bus.post(event)
    #expect(setup.bus.mediator.openHolds == ["upload"])
    async let expired = setup.bus.mediator.waitForHolds(upTo: .seconds(9), clock: setup.clock)
    await setup.work.hasStarted.wait()
    #expect(setup.listener.isRunning)
    setup.work.mayEnd.open()
    #expect(await expired == [])
    #expect(setup.outcomes == ["finished"])
    #expect(!setup.listener.isRunning)
    #expect(setup.clock.sleeperCount == 0)
  }

  @Test("the outcome is reported before the hold is released (39)")
  func reportedFirst() async {
    let setup = Setup()
    setup.work.mayEnd.open()
    setup.bus.post(.didEnterBackground)
    await setup.outcome()
    #expect(setup.holds == [["upload"]])
    #expect(setup.bus.mediator.openHolds.isEmpty)
  }

  @Test("only its event starts the work, and only once")
  func triggers() async {
    let onTermination = Setup(on: .willTerminate)
    onTermination.bus.post(.didEnterBackground)
    #expect(!onTermination.listener.isRunning)

    let setup = Setup()
    setup.bus.post(.didEnterBackground, .didEnterBackground, .willTerminate)
    #expect(setup.bus.mediator.openHolds == ["upload"])
    setup.work.mayEnd.open()
    await setup.outcome()
    #expect(setup.work.started == 1)
    #expect(setup.outcomes == ["finished"])
  }

  @Test("work that throws is reported with its error")
  func fails() async {
    let setup = Setup()
    setup.work.failure = Offline()
    setup.work.mayEnd.open()
    setup.bus.post(.didEnterBackground)
    await setup.outcome()
    #expect(setup.outcomes == ["failed: offline"])
    #expect(setup.bus.mediator.openHolds.isEmpty)
  }

  @Test("at the end of the budget the work is cancelled and its hold released (40)")
  func outOfBudget() async {
    let setup = Setup()
    setup.bus.post(.didEnterBackground)
    await setup.work.hasStarted.wait()
    await setup.clock.waitForSleepers()
    setup.clock.advance(by: .seconds(5))
    await setup.outcome()
    #expect(setup.outcomes == ["ran out of time"])
    #expect(setup.bus.mediator.openHolds.isEmpty)
    #expect(setup.work.running == 1)
    setup.work.mayEnd.open()
    await setup.work.hasEnded.wait()
    #expect(setup.work.wasCancelled)
    await Task.yield()
    #expect(setup.outcomes == ["ran out of time"])
  }

  @Test("an expired hold cancels the work within its budget (40)")
  func holdExpires() async {
    let setup = Setup()
    setup.bus.post(.didEnterBackground)
    await setup.work.hasStarted.wait()
    async let expired = setup.bus.mediator.waitForHolds(upTo: .seconds(1), clock: setup.clock)
    await setup.clock.waitForSleepers(2)
    setup.clock.advance(by: .seconds(1))
    #expect(await expired == ["upload"])
    await setup.outcome()
    #expect(setup.outcomes == ["ran out of time"])
    setup.work.mayEnd.open()
    await setup.work.hasEnded.wait()
    #expect(setup.work.wasCancelled)
  }

  @Test("a hold taken too late starts no work (41)")
  func tooLate() async {
    let setup = Setup()
    let hold = setup.bus.mediator.hold("other") { setup.bus.post(.didEnterBackground) }
    async let expired = setup.bus.mediator.waitForHolds(upTo: .seconds(1), clock: setup.clock)
    await setup.clock.waitForSleepers(1)
    setup.clock.advance(by: .seconds(1))
    #expect(await expired == ["other"] && !hold.isOpen)
    #expect(setup.outcomes == ["ran out of time"])
    #expect(setup.work.started == 0)
    #expect(!setup.listener.isRunning)
  }

  @Test("termination in the background is waited for, after an earlier wait is over (41)")
  func endInTheBackground() async throws {
    let setup = Setup(on: .willTerminate)
    setup.bus.post(.didEnterBackground)
    await setup.bus.mediator.waitForHolds(upTo: .seconds(1), clock: setup.clock)
    setup.bus.post(.willTerminate)
    try #require(setup.bus.mediator.openHolds == ["upload"])
    async let expired = setup.bus.mediator.waitForHolds(upTo: .seconds(9), clock: setup.clock)
    await setup.work.hasStarted.wait()
    setup.work.mayEnd.open()
    #expect(await expired == [])
    #expect(setup.outcomes == ["finished"])
  }

  @Test("cancelsOnReturn cancels the work in the foreground")
  func cancelledByReturn() async {
    let setup = Setup(cancelsOnReturn: true)
    setup.bus.post(.didEnterBackground)
    await setup.work.hasStarted.wait()
    setup.bus.post(.willEnterForeground, .didBecomeActive)
    #expect(setup.outcomes == ["was cancelled, because the app returned to the foreground"])
    #expect(setup.bus.mediator.openHolds.isEmpty)
    setup.work.mayEnd.open()
    await setup.work.hasEnded.wait()
    #expect(setup.work.wasCancelled)
    #expect(setup.outcomes.count == 1)
  }

  @Test("work that goes on after the return has no budget until the app leaves again")
  func finishesAfterReturn() async {
    let setup = Setup()
    setup.bus.post(.didEnterBackground)
    await setup.work.hasStarted.wait()
    await setup.clock.waitForSleepers()
    setup.bus.post(.willEnterForeground, .didBecomeActive)
    #expect(setup.clock.sleeperCount == 0)
    setup.clock.advance(by: .seconds(60))
    #expect(setup.listener.isRunning)

    setup.bus.post(.willResignActive, .didEnterBackground)
    await setup.clock.waitForSleepers()
    setup.clock.advance(by: .seconds(4))
    #expect(setup.listener.isRunning)
    setup.clock.advance(by: .seconds(1))
    await setup.outcome()
    #expect(setup.outcomes == ["ran out of time"])
    setup.work.mayEnd.open()
    await setup.work.hasEnded.wait()
    #expect(setup.work.started == 1)
  }

  @Test("a return during a run is followed by exactly one more run", arguments: [true, false])
  func oneMoreRun(leavesAgain: Bool) async {
    let setup = Setup()
    setup.bus.post(.didEnterBackground)
    await setup.work.hasStarted.wait()
    if leavesAgain {
      for _ in 1...3 { setup.bus.post(.didBecomeActive, .didEnterBackground) }
    } else {
      setup.bus.post(.didBecomeActive)
    }
    var holdsAtOutcome: [[String]] = []
    let report = setup.listener.onOutcome
    setup.listener.onOutcome = { [bus = setup.bus] in
      report?($0)
      holdsAtOutcome.append(bus.mediator.openHolds)
    }
    async let expired = setup.bus.mediator.waitForHolds(upTo: .seconds(60), clock: setup.clock)
    setup.work.mayEnd.open()
    #expect(await expired == [])
    await setup.outcome()
    // In the foreground no run follows: the next way down starts one.
    let runs = leavesAgain ? 2 : 1
    #expect(setup.work.started == runs)
    #expect(setup.outcomes == Array(repeating: "finished", count: runs))
    #expect(setup.work.mostAtOnce == 1)
    #expect(setup.bus.mediator.openHolds == [])
    #expect(!setup.listener.isRunning)
  }

  /// A value that every task inherits, and that lives as long as one of them does.
  private final class Token: Sendable {
    @TaskLocal static var current: Token?
    let live: LockedCount
    init(_ live: LockedCount) { self.live = live }
    deinit { live.decrement() }
  }

  @Test("nothing piles up behind an operation that is stuck", arguments: [2, 1_000])
  func stuck(runs: Int) async {
    let setup = Setup(cancelsOnReturn: true)
    setup.bus.post(.didEnterBackground)
    await setup.work.hasStarted.wait()
    let live = LockedCount(runs)
    for _ in 1...runs {
      Token.$current.withValue(Token(live)) {
        setup.bus.post(.didBecomeActive, .didEnterBackground)
      }
      // The cancelled budgets end in a turn of their own.
      await setup.clock.waitForSleepers()
    }
    for _ in 1...100 where live.value > 1 { await nextMainTurn() }
    #expect(live.value <= 1)
    setup.work.mayEnd.open()
    await setup.work.hasEnded.wait()
    async let expired = setup.bus.mediator.waitForHolds(upTo: .seconds(60), clock: setup.clock)
    #expect(await expired == [])
    #expect(setup.work.started == 2)
    #expect(setup.work.mostAtOnce == 1)
    #expect(setup.outcomes.count == runs + 1)
    #expect(setup.outcomes.last == "finished")
  }

  @Test("a new run waits until the cancelled one has returned")
  func neverTwoAtOnce() async {
    let setup = Setup(cancelsOnReturn: true)
    setup.bus.post(.didEnterBackground)
    await setup.work.hasStarted.wait()
    setup.bus.post(.didBecomeActive, .didEnterBackground)
    #expect(setup.bus.mediator.openHolds == ["upload"])
    await Task.yield()
    #expect(setup.work.started == 1)
    async let expired = setup.bus.mediator.waitForHolds(upTo: .seconds(60), clock: setup.clock)
    setup.work.mayEnd.open()
    #expect(await expired == [])
    #expect(setup.work.started == 2)
    #expect(setup.work.mostAtOnce == 1)
    #expect(
      setup.outcomes == ["was cancelled, because the app returned to the foreground", "finished"])
  }

  @Test("a replayed event starts no work (5, 21)")
  func attachedLate() async {
    let setup = Setup()
    setup.bus.mediator.detach(setup.listener)
    setup.bus.post(.didFinishLaunching, .didEnterBackground)
    setup.bus.mediator.attach(setup.listener, replay: .state)
    setup.bus.mediator.attach(setup.listener, replay: .state)
    #expect(!setup.listener.isRunning)
    setup.bus.post(.didEnterBackground)
    setup.work.mayEnd.open()
    await setup.outcome()
    #expect(setup.work.started == 1)
  }

  @Test("work goes on after detaching and after the mediator's release")
  func mediatorGoesFirst() async {
    let bus = TestBus()
    let work = Work()
    let done = Gate()
    weak var gone: AppLifecycleMediator?
    do {
      let mediator = AppLifecycleMediator(notificationCenter: bus.center)
      gone = mediator
      let listener = BackgroundWork(
        "upload", clock: ManualClock(), work: work.run)
      listener.onOutcome = { _ in done.open() }
      mediator.attach(listener)
      mediator.attach(ClosureListener { [weak mediator] _ in mediator?.detach(listener) })
      bus.post(.didEnterBackground)
    }
    #expect(gone == nil)
    await work.hasStarted.wait()
    work.mayEnd.open()
    await done.wait()
    #expect(!work.wasCancelled)
  }

  @Test("it takes a hold on each mediator that it is attached to, in a group too (39, 61)")
  func severalMediators() async {
    let (first, second) = (TestBus(), TestBus())
    let work = Work()
    let listener = BackgroundWork("upload", clock: ManualClock(), work: work.run)
    first.mediator.attach(listener)
    second.mediator.attach(ListenerGroup { listener })
    first.post(.didEnterBackground)
    #expect(first.mediator.openHolds == ["upload"])
    #expect(second.mediator.openHolds == ["upload"])
    async let expired = first.mediator.waitForHolds(upTo: .seconds(60), clock: ManualClock())
    work.mayEnd.open()
    #expect(await expired == [])
    await second.mediator.waitForHolds(upTo: .seconds(60), clock: ManualClock())
    #expect(work.started == 1)
  }

  @Test("without a mediator the work runs within its budget")
  func withoutMediator() async {
    let clock = ManualClock()
    let work = Work()
    let done = Gate()
    let listener = BackgroundWork("upload", clock: clock, work: work.run)
    var outcomes: [String] = []
    listener.onOutcome = {
      outcomes.append("\($0)")
      done.open()
    }
    listener.receive(.didEnterBackground)
    await work.hasStarted.wait()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    await done.wait()
    #expect(outcomes == ["ran out of time"])
    work.mayEnd.open()
    await work.hasEnded.wait()
  }
}
