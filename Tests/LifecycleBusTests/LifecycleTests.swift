import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

/// Each rule of `.balanced` once on a mediator; TransitionsTests has every position and event.
@MainActor
@Suite("The state, the policy and the anomalies")
struct LifecycleTests {
  nonisolated static let rows = Row.table([
    "missing steps are added, and reported before each (27, 34)":
      Row(
        "a", "report; A B A",
        """
        0!synthesized a*L a.A 0!synthesized a*R a.B 0!synthesized a*F a.A
        """),
    "what is dropped is reported (26, 29, 31, 34, 50)":
      Row(
        "a", "report; L L R A F T T M",
        """
        a.L 0!duplicate 0!unexpected a.A 0!unexpected 0!synthesized a*R 0!synthesized a*B a.T
        0!afterTermination 0!afterTermination
        """),
    "a first notification wins over an initial state (25)":
      Row("a", "report; R B", "a.R a.B", state: .background),
    "after a replay it is a fact (25, 51)":
      Row(
        "a", "report; attach d state; L F", "d+ d~L d~F d~A 0!unexpected 0!unexpected",
        state: .active),
    "after a replay of the launch only the launch is one (51)":
      Row("a", "report; attach d launch; L F", "d+ d~L 0!unexpected ad.F", state: .active),
    "detaching adds no step (24)":
      Row("a b", "L A; detach a; B", "ab.L ab.A b*R b.B"),
    "a handler may attach, detach and post (18, 34)":
      Row(
        "a b", "report; A", ["0!synthesized": "detach a; attach d state; R"],
        "0!synthesized d+ d~L d~B b*F d*F bd.A bd.R", state: .background),
    "a listener that missed the launch is reported, unless it had a replay (34)":
      Row(
        "a", "report; attach d; L; attach e; attach f launch; attach g state",
        "d+ ad.L e+ 0!attachedAfterLaunch f+ f~L g+ g~L"),
    "after the end nobody has missed the launch (23, 34)":
      Row(
        "a", "report; L T; attach d state",
        "a.L 0!synthesized a*B a.T d+"),
  ])

  @Test("under .balanced", arguments: rows)
  func row(_ row: Row) async {
    var lifecycle = row
    lifecycle.policy = .balanced
    #expect(await lifecycle.play() == row.expected)
  }

  @Test(
    "in a callback the state is the new one, and the context has both (19, 20)",
    arguments: AppLifecycleEvent.named)
  func stateInCallback(event: AppLifecycleEvent) {
    let bus = TestBus(initialState: .background)
    let new = event.resultingState ?? .background
    var seen = 0
    bus.attach("it") {
      seen += 1
      #expect(bus.mediator.state == new && $0.state == new && $0.previousState == .background)
      #expect($0.event == event && $0.origin == .posted)
    }
    bus.post(event)
    #expect(seen == 1 && bus.mediator.state == new)
    let context = AppLifecycleContext(event: event, previousState: .background)
    #expect(context.state == new && context.origin == .posted)
  }

  @Test("a state that the application reports is taken once, before everything else (25)")
  func assume() {
    let bus = TestBus(policy: .balanced)
    #expect(bus.mediator.assume(.background) && !bus.mediator.assume(.active))
    #expect(bus.mediator.state == .background)
    #expect(!TestBus(initialState: .background).mediator.assume(.active))
    let launched = TestBus()
    launched.post(.didFinishLaunching)
    #expect(!launched.mediator.assume(.active) && launched.mediator.state == .inactive)
  }

  @Test("end() brings the end to one mediator's listeners, which then hear nothing more (28, 56)")
  func end() {
    let bus = TestBus(policy: .balanced, initialState: .background)
    var other = 0
    let second = AppLifecycleMediator(notificationCenter: bus.center)
    second.on { _ in other += 1 }
    bus.attach("1") { if $0.event == .willEnterForeground { bus.mediator.end() } }
    bus.attach("2")
    bus.post(.willEnterForeground, .willTerminate)
    #expect(
      bus.calls.filter { $0.hasPrefix("2") }
        == ["2.willEnterForeground", "2.didEnterBackground", "2.willTerminate"])
    // The later end is not even reported.
    #expect(bus.anomalies.last == .synthesized(.didEnterBackground, before: .willTerminate))
    #expect(bus.mediator.state == .terminated && other == 2)
  }

  // MARK: Anomalies

  nonisolated static let anomalies: [(AppLifecycleAnomaly, [String])] = [
    (.duplicate(.didBecomeActive), ["didBecomeActive"]),
    (.unexpected(.willResignActive, state: .background), ["willResignActive", "background"]),
    (.synthesized(.didFinishLaunching, before: .willTerminate), ["FinishLaunching", "Terminate"]),
    (.afterTermination(.didBecomeActive), ["didBecomeActive", "after willTerminate"]),
    (.postedOffMain(.didBecomeActive), ["`await center.post(.didBecomeActive)`"]),
    (.attachedAfterLaunch(listener: "Cache"), ["Cache", "`replay: .launch`"]),
    (.holdsExpired(["upload", "save"]), ["upload, save"]),
    (.other(kind: "late", sentence: "It was late."), ["It was late"]),
  ]

  @Test("an anomaly says in one sentence what it is about (34)", arguments: anomalies)
  func sentence(anomaly: AppLifecycleAnomaly, words: [String]) {
    let sentence = anomaly.description
    #expect(words.allSatisfy(sentence.contains))
    #expect(sentence.hasSuffix(".") && !sentence.dropLast().contains(". "))
  }

  @Test("closures report that they missed the launch only if they were made for it (34)")
  func closures() {
    let bus = TestBus(initialState: .active)
    bus.mediator.on(.didBecomeActive) { _ in }
    bus.mediator.on { _ in }
    _ = bus.mediator.events()
    let line: UInt = #line + 1
    bus.mediator.on(.didFinishLaunching) { _ in }
    let name = "closure at LifecycleBusTests/LifecycleTests.swift:\(line)"
    #expect(bus.anomalies == [.attachedAfterLaunch(listener: name)])
  }

  @Test("without a handler events are repaired too, and no anomaly is made (34)")
  func noHandler() {
    let bus = TestBus(policy: .balanced)
    bus.mediator.onAnomaly = nil
    bus.attach("it")
    bus.post(.didBecomeActive, .didBecomeActive)
    #expect(bus.calls == ["it.didFinishLaunching", "it.didBecomeActive"])
    func made() -> AppLifecycleAnomaly {
      Issue.record("made")
      return .duplicate(.didBecomeActive)
    }
    bus.mediator.relay.report(made())
  }
}
