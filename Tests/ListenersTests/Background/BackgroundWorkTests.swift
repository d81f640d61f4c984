import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Background work", .timeLimit(.minutes(hangMinutes)))
struct BackgroundWorkTests {
  /// A bus, background work for it, and its outcomes.
  @MainActor
  private final class Setup {
    let bus = TestBus()
    let clock = ManualClock()
    let work = GatedWork()
    let listener: BackgroundWork
    private(set) var outcomes: [String] = []
    /// The holds that were open when an outcome was reported.
    private(set) var holds: [[String]] = []
    private let firstOutcome = Gate()

    init(
      on event: AppLifecycleEvent = .didEnterBackground, cancelsOnReturn: Bool = false,
      isAttached: Bool = true
    ) {
      listener = BackgroundWork(
        "upload", on: event, budget: .seconds(5), cancelsOnReturn: cancelsOnReturn, clock: clock,
        work: work.run)
      listener.onOutcome = { [weak self] in
        self?.outcomes.append("\($0)")
        self.map { $0.holds.append($0.openHolds) }
        self?.firstOutcome.open()
      }
      if isAttached { bus.mediator.attach(listener) }
    }

    var openHolds: [String] { bus.mediator.openHolds }

    func outcome() async { await firstOutcome.wait() }

    /// Goes to the background, and waits until the work has begun.
    func begin() async {
      bus.post(.didEnterBackground)
      await work.waitForStart()
    }

    /// Lets the work return, and waits for its outcome.
    func finish() async {
      work.mayEnd.open()
      await outcome()
    }

    /// Lets the work return, and waits until no hold is open.
    func finishAll() async {
      work.mayEnd.open()
      #expect(await bus.mediator.waitForHolds(upTo: .seconds(60), clock: clock) == [])
    }
  }

  @Test(
    "the work runs under a hold of its name (39)",
    arguments: [AppLifecycleEvent.didEnterBackground, .willTerminate, .didReceiveMemoryWarning])
  func finishes(event: AppLifecycleEvent) async {
    let setup = Setup(on: event)
    setup.bus.post(.didBecomeActive)
    #expect(setup.openHolds.isEmpty)
    setup.bus.post(event)
    #expect(setup.openHolds == ["upload"])
    await setup.work.waitForStart()
    #expect(setup.listener.isRunning)
    await setup.finishAll()
    #expect(setup.outcomes == ["finished"])
    #expect(!setup.listener.isRunning)
    #expect(setup.clock.sleeperCount == 0)
  }

  @Test(
    "the outcome, an error too, is reported before the hold is released (39)",
    arguments: [(nil, "finished"), (Offline(), "failed: no network")] as [((any Error)?, String)])
  func reportedFirst(failure: (any Error)?, outcome: String) async {
    let setup = Setup()
    setup.work.failure = failure
    setup.bus.post(.didEnterBackground)
    await setup.finish()
    #expect(setup.outcomes == [outcome])
    #expect(setup.holds == [["upload"]])
    #expect(setup.openHolds.isEmpty)
  }

  @Test("only its event starts the work, and only once")
  func triggers() async {
    let onTermination = Setup(on: .willTerminate)
    onTermination.bus.post(.didEnterBackground)
    #expect(!onTermination.listener.isRunning)

    let setup = Setup()
    setup.bus.post(.didEnterBackground, .didEnterBackground, .willTerminate)
    #expect(setup.openHolds == ["upload"])
    await setup.finish()
    #expect(setup.work.started == 1)
    #expect(setup.outcomes == ["finished"])
  }

  @Test(
    "at the end of the budget the work is cancelled and its hold released, if it has one (40)",
    arguments: [true, false])
  func outOfBudget(isAttached: Bool) async {
    let setup = Setup(isAttached: isAttached)
    if !isAttached { setup.listener.receive(.didEnterBackground) }
    await setup.begin()
    await setup.clock.waitForSleepers()
    setup.clock.advance(by: .seconds(5))
    await setup.outcome()
    #expect(setup.openHolds.isEmpty)
    #expect(setup.work.running == 1)
    await setup.work.end()
    #expect(setup.work.cancellations == [true])
    await Task.yield()
    #expect(setup.outcomes == ["ran out of time"])
  }

  @Test("an expired hold cancels the work within its budget (40)")
  func holdExpires() async {
    let setup = Setup()
    await setup.begin()
    async let expired = setup.bus.mediator.waitForHolds(upTo: .seconds(1), clock: setup.clock)
    await setup.clock.waitForSleepers(2)
    setup.clock.advance(by: .seconds(1))
    #expect(await expired == ["upload"])
    await setup.outcome()
    #expect(setup.outcomes == ["ran out of time"])
    await setup.work.end()
    #expect(setup.work.cancellations == [true])
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
    try #require(setup.openHolds == ["upload"])
    await setup.finishAll()
    #expect(setup.outcomes == ["finished"])
  }

  @Test("work that goes on after the return has no budget until the app leaves again")
  func finishesAfterReturn() async {
    let setup = Setup()
    await setup.begin()
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
    await setup.work.end()
    #expect(setup.work.started == 1)
  }

  // In the foreground no run follows: the next way down starts one.
  @Test(
    "a return during a run is followed by exactly one more run, once the app leaves again",
    arguments: [(0, 1), (3, 2)])
  func oneMoreRun(ways: Int, runs: Int) async {
    let setup = Setup()
    await setup.begin()
    for _ in 0..<ways { setup.bus.post(.didBecomeActive, .didEnterBackground) }
    if ways == 0 { setup.bus.post(.didBecomeActive) }
    await setup.finishAll()
    #expect(setup.work.started == runs)
    #expect(setup.outcomes == Array(repeating: "finished", count: runs))
    #expect(setup.work.mostAtOnce == 1)
    #expect(setup.openHolds == [])
    #expect(!setup.listener.isRunning)
  }

  /// A value that every task inherits, and that lives as long as one of them does.
  private final class Token: Sendable {
    @TaskLocal static var current: Token?
    let live: LockedCount
    init(_ live: LockedCount) { self.live = live }
    deinit { live.decrement() }
  }

  @Test(
    "cancelsOnReturn cancels the work, and however often, one new run waits for it to return",
    arguments: [1, 2, 1_000])
  func stuck(runs: Int) async {
    let setup = Setup(cancelsOnReturn: true)
    await setup.begin()
    let live = LockedCount(runs)
    for _ in 1...runs {
      Token.$current.withValue(Token(live)) {
        setup.bus.post(.willEnterForeground, .didBecomeActive)
        #expect(setup.openHolds.isEmpty)
        setup.bus.post(.didEnterBackground)
      }
      // The cancelled budgets end in a turn of their own.
      await setup.clock.waitForSleepers()
    }
    for _ in 1...100 where live.value > 1 { await nextMainTurn() }
    #expect(live.value <= 1)
    #expect(setup.openHolds == ["upload"])
    #expect(setup.work.started == 1)
    await setup.finishAll()
    #expect(setup.work.cancellations == [true, false])
    #expect(setup.work.mostAtOnce == 1)
    let cancelled = "was cancelled, because the app returned to the foreground"
    #expect(setup.outcomes == Array(repeating: cancelled, count: runs) + ["finished"])
  }

  @Test("a replayed event starts no work (5, 21)")
  func attachedLate() async {
    let setup = Setup(isAttached: false)
    setup.bus.post(.didFinishLaunching, .didEnterBackground)
    setup.bus.mediator.attach(setup.listener, replay: .state)
    setup.bus.mediator.attach(setup.listener, replay: .state)
    #expect(!setup.listener.isRunning)
    setup.bus.post(.didEnterBackground)
    await setup.finish()
    #expect(setup.work.started == 1)
  }

  @Test("work goes on after detaching and after the mediator's release")
  func mediatorGoesFirst() async {
    let setup = Setup(isAttached: false)
    weak var gone: AppLifecycleMediator?
    do {
      let mediator = AppLifecycleMediator(notificationCenter: setup.bus.center)
      gone = mediator
      mediator.attach(setup.listener)
      mediator.on { [weak mediator] _ in mediator?.detach(setup.listener) }
      setup.bus.post(.didEnterBackground)
    }
    #expect(gone == nil)
    await setup.work.waitForStart()
    await setup.finish()
    #expect(setup.work.cancellations == [false])
  }

  @Test("it takes a hold on each mediator that it is attached to, in a group too (39, 61)")
  func severalMediators() async {
    let (setup, second) = (Setup(), TestBus())
    second.mediator.attach(ListenerGroup { setup.listener })
    setup.bus.post(.didEnterBackground)
    #expect(setup.openHolds == ["upload"])
    #expect(second.mediator.openHolds == ["upload"])
    await setup.finishAll()
    await second.mediator.waitForHolds(upTo: .seconds(60), clock: ManualClock())
    #expect(setup.work.started == 1)
  }
}
