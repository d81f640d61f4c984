import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("Session tracker", .timeLimit(.minutes(hangMinutes)))
struct SessionTrackerTests {
  private let run = SessionRun()

  @Test("a session whose time-out is over is not the current one, also before it is reported")
  func overdue() {
    run.bus.play(.coldLaunchWithScenes, .toBackground)
    run.clock.advance(by: .seconds(29))
    #expect(run.tracker.current != nil)
    run.clock.advance(by: .seconds(1))
    #expect(run.tracker.current == nil)
    #expect(run.ended.isEmpty)
  }

  @Test("a return from an absence starts no further timer of the longest session")
  func timers() async {
    run.bus.play(.coldLaunchWithScenes)
    #expect(await run.clock.nextSleep() == .seconds(24 * 3600))
    for _ in 0..<3 {
      run.bus.play(.toBackground)
      #expect(await run.clock.nextSleep() == .seconds(30))
      run.bus.play(.toForeground)
      // The first one still, or one that is started now.
      await run.clock.waitForSleepers()
    }
    run.clock.advance(by: .seconds(24 * 3600))
    #expect(await run.nextEnd() != nil)
  }

  @Test(
    "in any two scenarios a session opens at the first activation, and at each after a long absence",
    arguments: AppLifecycleScenario.all, [nil] + AppLifecycleScenario.all.map(Optional.some))
  func scenarios(first: AppLifecycleScenario, second: AppLifecycleScenario?) {
    for policy in [AppLifecycleMediator.Policy.asPosted, .lifecycle] {
      for isLong in [false, true] {
        var scenario = second.map { first + $0 } ?? first
        if isLong { scenario = scenario + .toForeground }
        let life = scenario.events.prefix { $0 != .willTerminate }
        // Between two stays in the background, only the first time that it takes input counts.
        let stays = isLong ? life.split(separator: .didEnterBackground) : [life]
        let expected = stays.count { $0.contains(.didBecomeActive) }
        let run = SessionRun(policy: policy)
        run.bus.play(scenario) {
          run.clock.advance(by: .seconds(isLong && $0 == .didEnterBackground ? 31 : 1))
        }
        #expect(run.opened.count == expected)
        #expect(Set(run.opened.map(\.id)).count == expected)
        let open = life.count < scenario.events.count ? 0 : 1
        #expect(run.ended.map(\.id) == Array(run.opened.map(\.id).dropLast(open)))
        #expect((run.tracker.current == nil) == (run.opened.count == run.ended.count))
      }
    }
  }

  @Test("a prewarmed launch opens no session; the activation does")
  func prewarmed() {
    let launch = run.clock.date
    run.bus.play(.coldLaunchWithScenes) { event in
      guard event == .didFinishLaunching else { return }
      run.clock.advance(by: .seconds(7200))
      #expect(run.tracker.current == nil)
    }
    #expect(run.opened.map(\.start) == [launch + 7200])
  }

  @Test("a session holds start, end, time in the foreground and interruptions")
  func values() throws {
    let launch = run.clock.date
    run.bus.play(.coldLaunchWithScenes)
    run.clock.advance(by: .seconds(10))
    run.bus.play(.interruption)
    run.clock.advance(by: .seconds(10))
    let current = try #require(run.tracker.current)
    #expect(current.timeInForeground == .seconds(20))
    #expect(current.interruptions == 1)
    #expect(current.end == nil)
    run.bus.play(.toBackground)
    run.clock.advance(by: .seconds(20))
    run.bus.play(.toForeground)
    run.clock.advance(by: .seconds(5))
    run.bus.play(.quitOnMac)

    let session = try #require(run.ended.first)
    #expect(run.changes == [.opened(run.opened[0]), .ended(session)])
    #expect(
      session
        == SessionTracker.Session(
          id: run.opened[0].id, start: launch, end: launch + 45, timeInForeground: .seconds(25),
          interruptions: 1))
    #expect(run.tracker.current == nil)
    let coded = try JSONEncoder().encode(session)
    #expect(try JSONDecoder().decode(SessionTracker.Session.self, from: coded) == session)
  }

  @Test("the end is reported at the time-out, which begins with the absence, without an event")
  func timer() async {
    run.bus.play(.coldLaunchWithScenes, .toBackground)
    run.clock.advance(by: .seconds(30))
    #expect(await run.nextEnd()?.id == run.opened.first?.id)
    #expect(run.tracker.current == nil)
    run.bus.play(.toForeground)
    #expect(run.opened.count == 2)
    #expect(run.ended.count == 1)
  }

  @Test("a return in time stops the timer, and the next absence restarts it")
  func timerStops() async {
    run.bus.play(.coldLaunchWithScenes)
    for _ in 1...2 {
      run.bus.play(.toBackground)
      await run.clock.waitForSleepers(2)
      run.clock.advance(by: .seconds(29))
      #expect(run.tracker.current != nil)
      run.bus.play(.toForeground)
    }
    #expect(run.opened.count == 1)
  }

  @Test("attached late with a replay it opens one session (21)")
  func attachedLate() {
    let run = SessionRun(isAttached: false)
    run.post(.didFinishLaunching, .didBecomeActive)
    run.bus.mediator.attach(run.tracker, replay: .state)
    run.bus.mediator.attach(run.tracker, replay: .state)
    #expect(run.opened.count == 1)
  }

  @Test("attached to two mediators on one center it counts each event once")
  func twoMediators() {
    let run = SessionRun(policy: .asPosted)
    let other = AppLifecycleMediator(listeners: [run.tracker], notificationCenter: run.bus.center)
    run.bus.play(.coldLaunchWithScenes, .interruption)
    #expect(other.listenerCount == 1)
    #expect(run.opened.count == 1)
    #expect(run.tracker.current?.interruptions == 1)
  }

  @Test("detached in its own callback it reports nothing more")
  func detachedInACallback() {
    run.tracker.onChange = { [weak run] _ in
      guard let run else { return }
      run.bus.mediator.detach(run.tracker)
      run.post(.willTerminate)
    }
    run.bus.play(.coldLaunchWithScenes)
    #expect(run.tracker.current != nil)
  }

  @Test("on a Mac another app in front is an absence, and no interruption")
  func mac() {
    let run = SessionRun(policy: .asPosted, vocabulary: .appKit)
    run.post(.didFinishLaunching, .didBecomeActive)
    run.clock.advance(by: .seconds(10))
    run.post(.willResignActive)
    run.clock.advance(by: .seconds(20))
    run.post(.didBecomeActive)
    #expect(run.tracker.current?.timeInForeground == .seconds(10))
    #expect(run.tracker.current?.interruptions == 0)
    run.post(.willResignActive, .willEnterForeground)
    run.clock.advance(by: .seconds(31))
    run.post(.didBecomeActive)
    #expect(run.changes.count == 3)
  }

  @Test("the longest length is timed while the app is in use")
  func maximumLength() async {
    let run = SessionRun(maximumLength: .seconds(100), policy: .asPosted)
    run.post(.didFinishLaunching, .didBecomeActive)
    let first = run.tracker.current?.id
    await run.clock.waitForSleepers()
    run.clock.advance(by: .seconds(100))
    let ended = await run.nextEnd()
    #expect(ended?.id == first && ended?.timeInForeground == .seconds(100))
    #expect(run.opened.count == 2 && run.tracker.current?.id == run.opened[1].id)
    #expect(run.opened[1].id != first)
  }
}
