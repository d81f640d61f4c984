import Foundation
import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Session tracker", .timeLimit(.minutes(hangMinutes)))
struct SessionTrackerTests {
  /// A bus, a tracker on it, and the changes that it reported.
  @MainActor
  private final class Setup {
    let bus: TestBus
    let clock = ManualClock()
    let tracker: SessionTracker
    private(set) var changes: [SessionTracker.Change] = []

    init(policy: AppLifecycleMediator.Policy = .lifecycle, isAttached: Bool = true) {
      bus = TestBus(policy: policy)
      let clock = clock
      tracker = SessionTracker(.memory, clock: clock, date: { clock.date })
      tracker.onChange = { [weak self] in self?.changes.append($0) }
      if isAttached { bus.mediator.attach(tracker) }
    }

    var opened: [SessionTracker.Session] {
      changes.compactMap { if case .opened(let session) = $0 { session } else { nil } }
    }

    var ended: [SessionTracker.Session] {
      changes.compactMap { if case .ended(let session) = $0 { session } else { nil } }
    }
  }

  @Test("a session whose time-out is over is not the current one, also before it is reported")
  func overdue() {
    let setup = Setup()
    AppLifecycleScenario.coldLaunchWithScenes.play(on: setup.bus.center)
    AppLifecycleScenario.toBackground.play(on: setup.bus.center)
    setup.clock.advance(by: .seconds(29))
    #expect(setup.tracker.current != nil)
    setup.clock.advance(by: .seconds(1))
    #expect(setup.tracker.current == nil)
    #expect(setup.ended.isEmpty)
  }

  @Test("a return from an absence starts no further timer of the longest session")
  func timers() async {
    let setup = Setup()
    var changes = setup.tracker.changes().makeAsyncIterator()
    AppLifecycleScenario.coldLaunchWithScenes.play(on: setup.bus.center)
    _ = await changes.next()
    #expect(await setup.clock.nextSleep() == .seconds(24 * 3600))
    for _ in 0..<3 {
      AppLifecycleScenario.toBackground.play(on: setup.bus.center)
      #expect(await setup.clock.nextSleep() == .seconds(30))
      AppLifecycleScenario.toForeground.play(on: setup.bus.center)
      // The first one still, or one that is started now.
      await setup.clock.waitForSleepers()
    }
    setup.clock.advance(by: .seconds(24 * 3600))
    guard case .ended = await changes.next() else {
      Issue.record("nothing has ended")
      return
    }
  }

  @Test(
    "in any two scenarios without an absence, one session opens, at the first activation",
    arguments: AppLifecycleScenario.all, [nil] + AppLifecycleScenario.all.map(Optional.some))
  func scenarios(first: AppLifecycleScenario, second: AppLifecycleScenario?) {
    let scenario = second.map { first + $0 } ?? first
    let life = scenario.events.prefix { $0 != .willTerminate }
    for policy in [AppLifecycleMediator.Policy.relay, .lifecycle] {
      let setup = Setup(policy: policy)
      scenario.play(on: setup.bus.center) { _ in setup.clock.advance(by: .seconds(1)) }
      #expect(setup.opened.count == (life.contains(.didBecomeActive) ? 1 : 0))
      let isTerminated = life.count < scenario.events.count
      #expect(setup.ended.map(\.id) == (isTerminated ? setup.opened.map(\.id) : []))
      #expect((setup.tracker.current == nil) == (setup.opened.count == setup.ended.count))
    }
  }

  @Test(
    "in any two scenarios with long absences, each activation after one opens a session",
    arguments: AppLifecycleScenario.all, AppLifecycleScenario.all)
  func absences(first: AppLifecycleScenario, second: AppLifecycleScenario) {
    let scenario = first + second + .toForeground
    let life = scenario.events.prefix { $0 != .willTerminate }
    // Between two stays in the background, only the first time that it takes input counts.
    let stays = life.split(separator: .didEnterBackground)
    let expected = stays.count { $0.contains(.didBecomeActive) }
    for policy in [AppLifecycleMediator.Policy.relay, .lifecycle] {
      let setup = Setup(policy: policy)
      scenario.play(on: setup.bus.center) { event in
        if event == .didEnterBackground { setup.clock.advance(by: .seconds(31)) }
      }
      #expect(setup.opened.count == expected)
      #expect(Set(setup.opened.map(\.id)).count == expected)
    }
  }

  @Test("a prewarmed launch opens no session; the activation does")
  func prewarmed() {
    let setup = Setup()
    let launch = setup.clock.date
    AppLifecycleScenario.coldLaunchWithScenes.play(on: setup.bus.center) { event in
      guard event == .didFinishLaunching else { return }
      setup.clock.advance(by: .seconds(7200))
      #expect(setup.tracker.current == nil)
    }
    #expect(setup.opened.map(\.start) == [launch + 7200])
  }

  @Test("a session holds start, end, time in the foreground and interruptions")
  func values() throws {
    let setup = Setup()
    let launch = setup.clock.date
    AppLifecycleScenario.coldLaunchWithScenes.play(on: setup.bus.center)
    setup.clock.advance(by: .seconds(10))
    AppLifecycleScenario.interruption.play(on: setup.bus.center)
    setup.clock.advance(by: .seconds(10))
    let current = try #require(setup.tracker.current)
    #expect(current.timeInForeground == .seconds(20))
    #expect(current.interruptions == 1)
    #expect(current.end == nil)
    AppLifecycleScenario.toBackground.play(on: setup.bus.center)
    setup.clock.advance(by: .seconds(20))
    AppLifecycleScenario.toForeground.play(on: setup.bus.center)
    setup.clock.advance(by: .seconds(5))
    AppLifecycleScenario.quitOnMac.play(on: setup.bus.center)

    let session = try #require(setup.ended.first)
    #expect(setup.changes == [.opened(setup.opened[0]), .ended(session)])
    #expect(session.id == setup.opened[0].id)
    #expect(session.start == launch)
    #expect(session.end == launch + 45)
    #expect(session.timeInForeground == .seconds(25))
    #expect(session.interruptions == 1)
    #expect(setup.tracker.current == nil)
    let coded = try JSONEncoder().encode(session)
    #expect(try JSONDecoder().decode(SessionTracker.Session.self, from: coded) == session)
  }

  @Test("the end is reported at the time-out, without an event")
  func timer() async {
    let setup = Setup()
    var changes = setup.tracker.changes().makeAsyncIterator()
    AppLifecycleScenario.coldLaunchWithScenes.play(on: setup.bus.center)
    guard case .opened(let opened) = await changes.next() else {
      Issue.record("nothing was opened")
      return
    }
    AppLifecycleScenario.toBackground.play(on: setup.bus.center)
    // One for the longest session, one for the time-out.
    await setup.clock.waitForSleepers(2)
    setup.clock.advance(by: .seconds(30))
    guard case .ended(let ended) = await changes.next() else {
      Issue.record("nothing has ended")
      return
    }
    #expect(ended.id == opened.id)
    #expect(setup.tracker.current == nil)
    AppLifecycleScenario.toForeground.play(on: setup.bus.center)
    #expect(setup.opened.count == 2)
    #expect(setup.ended.count == 1)
  }

  @Test("a return in time stops the timer, and the next absence restarts it")
  func timerStops() async {
    let setup = Setup()
    AppLifecycleScenario.coldLaunchWithScenes.play(on: setup.bus.center)
    AppLifecycleScenario.toBackground.play(on: setup.bus.center)
    await setup.clock.waitForSleepers(2)
    setup.clock.advance(by: .seconds(29))
    AppLifecycleScenario.toForeground.play(on: setup.bus.center)
    AppLifecycleScenario.toBackground.play(on: setup.bus.center)
    await setup.clock.waitForSleepers(2)
    setup.clock.advance(by: .seconds(29))
    #expect(setup.tracker.current != nil)
    #expect(setup.opened.count == 1)
  }

  @Test("attached late with a replay it opens one session (21)")
  func attachedLate() {
    let setup = Setup(isAttached: false)
    setup.bus.post(.didFinishLaunching, .didBecomeActive)
    setup.bus.mediator.attach(setup.tracker, replay: .state)
    setup.bus.mediator.attach(setup.tracker, replay: .state)
    #expect(setup.opened.count == 1)
  }

  @Test("attached to two mediators on one center it counts each event once")
  func twoMediators() {
    let setup = Setup(policy: .relay)
    let other = AppLifecycleMediator(
      listeners: [setup.tracker], notificationCenter: setup.bus.center)
    (AppLifecycleScenario.coldLaunchWithScenes + .interruption).play(on: setup.bus.center)
    #expect(other.listenerCount == 1)
    #expect(setup.opened.count == 1)
    #expect(setup.tracker.current?.interruptions == 1)
  }

  @Test("detached in its own callback it reports nothing more")
  func detachedInACallback() {
    let setup = Setup()
    setup.tracker.onChange = { [weak setup] _ in
      guard let setup else { return }
      setup.bus.mediator.detach(setup.tracker)
      setup.bus.post(.willTerminate)
    }
    AppLifecycleScenario.coldLaunchWithScenes.play(on: setup.bus.center)
    #expect(setup.tracker.current != nil)
  }

  @Test("on a Mac another app in front is an absence, and no interruption")
  func mac() {
    let bus = AppLifecycleMediator(
      vocabulary: .appKit, notificationCenter: NotificationCenter())
    let clock = ManualClock()
    let tracker = SessionTracker(.memory, clock: clock, date: { clock.date })
    var changes: [SessionTracker.Change] = []
    tracker.onChange = { changes.append($0) }
    bus.attach(tracker)
    bus.post(.didFinishLaunching)
    bus.post(.didBecomeActive)
    clock.advance(by: .seconds(10))
    bus.post(.willResignActive)
    clock.advance(by: .seconds(20))
    bus.post(.didBecomeActive)
    #expect(tracker.current?.timeInForeground == .seconds(10))
    #expect(tracker.current?.interruptions == 0)
    bus.post(.willResignActive)
    bus.post(.willEnterForeground)
    clock.advance(by: .seconds(31))
    bus.post(.didBecomeActive)
    #expect(changes.count == 3)
  }

  @Test("the longest length is timed while the app is in use")
  func maximumLength() async {
    let bus = TestBus()
    let clock = ManualClock()
    let tracker = SessionTracker(
      .memory, maximumLength: .seconds(100), clock: clock, date: { clock.date })
    var changes = tracker.changes().makeAsyncIterator()
    bus.mediator.attach(tracker)
    bus.post(.didFinishLaunching, .didBecomeActive)
    let first = tracker.current?.id
    await clock.waitForSleepers()
    clock.advance(by: .seconds(100))
    _ = await changes.next()
    guard case .ended(let ended) = await changes.next(),
      case .opened(let opened) = await changes.next()
    else {
      Issue.record("no new session")
      return
    }
    #expect(ended.id == first && ended.timeInForeground == .seconds(100))
    #expect(opened.id != first)
  }
}

extension SessionTracker {
  /// The changes from now on, beside what `onChange` does already.
  func changes() -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream.makeStream(of: Change.self)
    let former = onChange
    onChange = { change in
      former?(change)
      continuation.yield(change)
    }
    return stream
  }
}
