import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("State and replay")
struct StateAndReplayTests {
  nonisolated static let states: [AppLifecycleEvent: AppLifecycleState] = [
    .didFinishLaunching: .inactive, .willEnterForeground: .inactive, .didBecomeActive: .active,
    .willResignActive: .inactive, .didEnterBackground: .background, .willTerminate: .terminated,
  ]

  /// Posted events, and the events that are replayed to a listener attached after them.
  struct Situation: Sendable, CustomTestStringConvertible {
    let name: String
    let events: [AppLifecycleEvent]
    let replay: [AppLifecycleEvent]
    var testDescription: String { name }
  }
  nonisolated static let situations = [
    Situation(name: "not running", events: [], replay: []),
    Situation(name: "launched", events: [.didFinishLaunching], replay: [.didFinishLaunching]),
    Situation(
      name: "entering", events: [.didFinishLaunching, .willEnterForeground],
      replay: [.didFinishLaunching, .willEnterForeground]),
    Situation(
      name: "active", events: [.didFinishLaunching, .didBecomeActive],
      replay: [.didFinishLaunching, .willEnterForeground, .didBecomeActive]),
    Situation(
      name: "resigned", events: [.didFinishLaunching, .didBecomeActive, .willResignActive],
      replay: [.didFinishLaunching, .willEnterForeground]),
    Situation(
      name: "background",
      events: [.didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground],
      replay: [.didFinishLaunching, .didEnterBackground]),
    Situation(
      name: "back again",
      events: [
        .didFinishLaunching, .didEnterBackground, .willEnterForeground, .didBecomeActive,
      ], replay: [.didFinishLaunching, .willEnterForeground, .didBecomeActive]),
    Situation(name: "terminated", events: [.didFinishLaunching, .willTerminate], replay: []),
  ]

  @Test(
    "in a callback the state is already the new one (19, 20)",
    arguments: AppLifecycleEvent.named)
  func stateInCallback(event: AppLifecycleEvent) {
    let bus = TestBus(initialState: .background)
    let new = Self.states[event] ?? .background
    var seen = 0
    for name in ["first", "second"] {
      bus.attach(name) { context in
        seen += 1
        #expect(bus.mediator.state == new)
        #expect(context.state == new)
        #expect(context.previousState == .background)
        #expect(context.event == event)
        #expect(context.origin == .posted)
      }
    }
    bus.post(event)
    #expect(seen == 2)
    #expect(bus.mediator.state == new)
  }

  @Test(
    "an event has its state, a condition has none (20)", arguments: AppLifecycleEvent.allCases)
  func resultingState(event: AppLifecycleEvent) {
    #expect(event.resultingState == Self.states[event])
    #expect(AppLifecycleContext(event: event).state == Self.states[event] ?? .notRunning)
  }

  @Test(
    ".state replays the steps to the present state (21, 23)",
    arguments: situations)
  func replayState(situation: Situation) {
    let bus = TestBus()
    for event in situation.events { bus.post(event) }
    var contexts: [AppLifecycleContext] = []
    bus.attach("late", replay: .state) { contexts.append($0) }
    #expect(contexts.map(\.event) == situation.replay)
    #expect(contexts.allSatisfy { $0.origin == .replayed && $0.order == .registration })
    #expect(contexts.map(\.state) == situation.replay.map { Self.states[$0] })
    #expect(
      contexts.map(\.previousState)
        == Array(([.notRunning] + contexts.map(\.state)).prefix(contexts.count)))
  }

  @Test(
    ".launch replays the launch only (22, 23)",
    arguments: situations)
  func replayLaunch(situation: Situation) {
    let bus = TestBus()
    for event in situation.events { bus.post(event) }
    bus.attach("late", replay: .launch)
    #expect(bus.calls == situation.replay.prefix(1).map { "late.\($0)" })
    bus.clear()
    bus.post(.didReceiveMemoryWarning)
    #expect(bus.calls == ["late.didReceiveMemoryWarning"])
  }

  @Test(
    "before the launch nothing is replayed (22)",
    arguments: [AppLifecycleMediator.Replay.none, .launch, .state])
  func beforeLaunch(replay: AppLifecycleMediator.Replay) {
    let bus = TestBus()
    bus.attach("early", replay: replay)
    #expect(bus.calls.isEmpty)
    bus.post(.didFinishLaunching)
    #expect(bus.calls == ["early.didFinishLaunching"])
  }

  @Test("a weak listener gets a replay too (21)")
  func replayWeakly() {
    let bus = TestBus()
    bus.post(.didFinishLaunching)
    let listener = bus.listener("weak")
    bus.mediator.attach(weakly: listener, replay: .state)
    #expect(bus.calls == ["weak.didFinishLaunching"])
  }

  @Test("a replay reaches the new listener only (21)")
  func replayIsPrivate() {
    let bus = TestBus(initialState: .active)
    bus.attach("first")
    bus.attach("late", replay: .state)
    #expect(bus.calls.allSatisfy { $0.hasPrefix("late") })
    #expect(bus.calls.count == 3)
  }

  @Test("a replayed launch carries the launch's userInfo (21, 22)")
  func replayedUserInfo() {
    let bus = TestBus()
    bus.center.post(.didFinishLaunching, userInfo: ["url": "a:b"])
    bus.center.post(.didBecomeActive, userInfo: ["other": 1])
    var infos: [String?] = []
    bus.attach("late", replay: .state) { infos.append($0.userInfo?["url"] as? String) }
    bus.attach("later", replay: .launch) { infos.append($0.userInfo?["url"] as? String) }
    #expect(infos == ["a:b", nil, nil, "a:b"])
  }

  @Test("a synthesized step has no userInfo (27)")
  func userInfo() {
    let bus = TestBus(policy: .lifecycle, initialState: .background)
    var seen: [String] = []
    bus.attach("it") { seen.append("\($0.event) \($0.origin) \($0.userInfo?["n"] ?? "none")") }
    bus.center.post(.didBecomeActive, userInfo: ["n": 1])
    #expect(seen == ["willEnterForeground synthesized none", "didBecomeActive posted 1"])
  }

  @Test("after willTerminate nothing is replayed (23)")
  func afterTermination() {
    let bus = TestBus(policy: .lifecycle)
    bus.post(.didFinishLaunching, .willTerminate)
    bus.clear()
    #expect(bus.attach("late", replay: .state).isAttached)
    bus.attach("later", replay: .launch)
    bus.attach("last")
    #expect(bus.calls.isEmpty)
    #expect(bus.anomalies.isEmpty)
    #expect(bus.mediator.state == .terminated)
  }

  @Test("detaching synthesizes no events (24)", arguments: situations)
  func detachTellsNothing(situation: Situation) {
    let bus = TestBus(policy: .lifecycle)
    let attachment = bus.attach("it")
    for event in situation.events { bus.post(event) }
    bus.clear()
    attachment.detach()
    #expect(bus.calls.isEmpty)
    #expect(bus.anomalies.isEmpty)
  }

  @Test(
    "a late mediator starts in its initial state (25)",
    arguments: AppLifecycleState.allCases)
  func initialState(state: AppLifecycleState) {
    let bus = TestBus(initialState: state)
    #expect(bus.mediator.state == state)
    bus.attach("late", replay: .state)
    let replay: [AppLifecycleEvent] =
      switch state {
      case .notRunning, .terminated: []
      case .inactive: [.didFinishLaunching]
      case .active: [.didFinishLaunching, .willEnterForeground, .didBecomeActive]
      case .background: [.didFinishLaunching, .didEnterBackground]
      }
    #expect(bus.calls == replay.map { "late.\($0)" })
  }

  @Test(
    "the first notification wins over the initial state (25)",
    arguments: [AppLifecycleState.inactive, .active, .background, .terminated])
  func firstNotificationWins(state: AppLifecycleState) {
    let bus = TestBus(policy: .lifecycle, initialState: state)
    bus.attach("it")
    bus.clear()
    bus.post(.didFinishLaunching)
    #expect(bus.calls == ["it.didFinishLaunching"])
    #expect(bus.anomalies.isEmpty)
    bus.post(.didFinishLaunching)
    #expect(bus.anomalies == [.duplicate(.didFinishLaunching)])
  }

  @Test(
    "after a .state replay the initial state is a fact (25)",
    arguments: [AppLifecycleMediator.Replay.launch, .state])
  func walkedStateIsAFact(replay: AppLifecycleMediator.Replay) {
    let bus = TestBus(policy: .lifecycle, initialState: .active)
    bus.attach("it", replay: replay)
    bus.clear()
    bus.post(.didFinishLaunching)
    #expect(bus.calls.isEmpty)
    #expect(bus.anomalies == [.unexpected(.didFinishLaunching, state: .active)])
  }

  @Test("a post in a replay is relayed before attach returns (15, 21)")
  func postInReplay() {
    let bus = TestBus(initialState: .active)
    bus.attach("late", replay: .state) { context in
      if context.event == .didFinishLaunching { bus.post(.willResignActive) }
    }
    #expect(
      bus.calls == [
        "late.didFinishLaunching", "late.willEnterForeground", "late.didBecomeActive",
        "late.willResignActive",
      ])
  }

  @Test("a listener detached in its replay hears no more (7, 21)")
  func detachInReplay() {
    let bus = TestBus(initialState: .active)
    let slot = Slot<JournalingListener>()
    let listener = bus.listener("late") { context in
      if context.event == .willEnterForeground { slot.value.map(bus.mediator.detach) }
    }
    slot.value = listener
    bus.mediator.attach(listener, replay: .state)
    #expect(bus.calls == ["late.didFinishLaunching", "late.willEnterForeground"])
    #expect(bus.mediator.listenerCount == 0)
    bus.post(.willResignActive)
    #expect(bus.calls.count == 2)
    slot.value = nil
  }

  @Test("a replay inside a replay runs at once (18, 21)")
  func replayInReplay() {
    let bus = TestBus(initialState: .background)
    bus.attach("outer", replay: .state) { context in
      guard context.event == .didFinishLaunching else { return }
      bus.attach("inner", replay: .state)
    }
    #expect(
      bus.calls == [
        "outer.didFinishLaunching", "inner.didFinishLaunching", "inner.didEnterBackground",
        "outer.didEnterBackground",
      ])
  }
}
