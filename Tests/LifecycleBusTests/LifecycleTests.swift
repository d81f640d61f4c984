import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

/// Each rule of `.balanced` once on a mediator; TransitionsTests has every position and event.
@MainActor
@Suite("The state, the policy and the anomalies")
struct LifecycleTests {
  private let bus = TestBus(policy: .balanced, vocabulary: .uiKit)

  private func bus(in state: AppLifecycleState) -> TestBus {
    TestBus(policy: .balanced, initialState: state)
  }

  @Test("missing steps are added, and reported before each (27, 34)")
  func missingSteps() {
    bus.attach("a")
    bus.drawAnomalies()

    bus.live("A B A")

    #expect(
      bus.anomalies == [
        .synthesized(.didFinishLaunching, before: .didBecomeActive),
        .synthesized(.willResignActive, before: .didEnterBackground),
        .synthesized(.willEnterForeground, before: .didBecomeActive),
      ])
    #expect(
      bus.diagram == """
        a         (L) A   (R) B   (F) A
        report  !       !       !
        """)
  }

  @Test("what is dropped is reported (26, 29, 31, 34, 50)")
  func dropped() {
    bus.attach("a")
    bus.drawAnomalies()

    bus.live("L L R A F T T M")

    #expect(
      bus.anomalies == [
        .duplicate(.didFinishLaunching),
        .unexpected(.willResignActive, state: .inactive),
        .unexpected(.willEnterForeground, state: .active),
        .synthesized(.willResignActive, before: .willTerminate),
        .synthesized(.didEnterBackground, before: .willTerminate),
        .afterTermination(.willTerminate),
        .afterTermination(.didReceiveMemoryWarning),
      ])
    #expect(
      bus.diagram == """
        a       L     A     (R)   (B) T
        report    ! !   ! !     !       ! !
        """)
  }

  @Test("after a replay the initial state is a fact, after one of the launch the launch (25, 51)")
  func stateAfterReplay() {
    let bus = bus(in: .active)
    bus.attach("a")
    bus.drawAnomalies()

    bus.timeline.start()
    bus.attach("late", replay: .launch)
    bus.live("L F")
    bus.attach("later", replay: .state)
    bus.live("F")

    #expect(
      bus.anomalies == [
        .unexpected(.didFinishLaunching, state: .active), .duplicate(.willEnterForeground),
      ])
    #expect(
      bus.diagram == """
        a             F
        report      !           !
        late    + l     F
        later             + l f
        """)
  }

  @Test("a listener that missed the launch is reported, unless it had a replay (34)")
  func missedLaunch() {
    bus.namesListeners = true
    bus.attach("a")
    bus.drawAnomalies()

    bus.timeline.start()
    bus.attach("b")
    bus.live("L")
    bus.attach("c")
    bus.attach("d", replay: .launch)
    bus.attach("e", replay: .state)

    #expect(bus.anomalies == [.attachedAfterLaunch(listener: "c")])
    #expect(
      bus.diagram == """
        a         L
        report          !
        b       +   L
        c             +
        d                 + l
        e                     + l
        """)
  }

  // MARK: The state

  @Test(
    "in a callback the state is the new one, and the context has both (19, 20)",
    arguments: AppLifecycleEvent.named)
  func stateInCallback(event: AppLifecycleEvent) {
    let bus = TestBus(initialState: .background)
    let new = event.resultingState ?? .background
    var seen = 0
    bus.attach("it") {
      seen += 1
      #expect(bus.mediator.state == new)
      #expect($0.state == new)
      #expect($0.previousState == .background)
      #expect($0.event == event)
      #expect($0.origin == .posted)
    }

    bus.post(event)

    #expect(seen == 1)
    #expect(bus.mediator.state == new)
  }

  @Test("a context may be made by hand (19)", arguments: AppLifecycleEvent.allCases)
  func contextByHand(event: AppLifecycleEvent) {
    let context = AppLifecycleContext(event: event, previousState: .background)

    #expect(context.state == event.resultingState ?? .background)
    #expect(context.origin == .posted)
  }

  @Test("a state that the application reports is taken once, before everything else (25)")
  func assume() {
    #expect(bus.mediator.assume(.background))
    #expect(!bus.mediator.assume(.active))
    #expect(bus.mediator.state == .background)

    let started = TestBus(initialState: .background)
    #expect(!started.mediator.assume(.active))

    let launched = TestBus()
    launched.post(.didFinishLaunching)
    #expect(!launched.mediator.assume(.active))
    #expect(launched.mediator.state == .inactive)
  }

  @Test("end() brings the end to one mediator's listeners, which then hear nothing more (28, 56)")
  func end() {
    let bus = bus(in: .background)
    let neighbor = AppLifecycleMediator(notificationCenter: bus.center)
    var other = 0
    neighbor.on { _ in other += 1 }
    bus.attach("a", "b")
    bus.when("a", .hears(.willEnterForeground)) { bus.mediator.end() }

    bus.live("F T")

    #expect(
      bus.diagram == """
        a  F   (B)     T
        b    F     (B)   T
        """)
    // The later end isn't even reported.
    #expect(bus.anomalies.last == .synthesized(.didEnterBackground, before: .willTerminate))
    #expect(bus.mediator.state == .terminated)
    #expect(other == 2)
  }

  // MARK: Anomalies

  struct Sentence: Sendable {
    let anomaly: AppLifecycleAnomaly
    let words: [String]

    init(_ anomaly: AppLifecycleAnomaly, has words: String...) {
      self.anomaly = anomaly
      self.words = words
    }
  }

  nonisolated static let sentences = [
    Sentence(.duplicate(.didBecomeActive), has: "didBecomeActive"),
    Sentence(
      .unexpected(.willResignActive, state: .background), has: "willResignActive", "background"),
    Sentence(
      .synthesized(.didFinishLaunching, before: .willTerminate), has: "FinishLaunching", "Terminate"
    ),
    Sentence(.afterTermination(.didBecomeActive), has: "didBecomeActive", "after willTerminate"),
    Sentence(.postedOffMain(.didBecomeActive), has: "`await center.post(.didBecomeActive)`"),
    Sentence(.attachedAfterLaunch(listener: "Cache"), has: "Cache", "`replay: .launch`"),
    Sentence(.holdsExpired(["upload", "save"]), has: "upload, save"),
    Sentence(.other(kind: "late", sentence: "It was late."), has: "It was late"),
  ]

  @Test("an anomaly says in one sentence what it is about (34)", arguments: sentences)
  func sentence(it: Sentence) {
    let text = it.anomaly.description

    #expect(it.words.allSatisfy(text.contains))
    #expect(text.hasSuffix("."))
    #expect(!text.dropLast().contains(". "))
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
