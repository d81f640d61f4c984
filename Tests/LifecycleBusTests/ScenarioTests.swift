import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Scenarios")
struct ScenarioTests {
  nonisolated static let table: [(AppLifecycleScenario, String)] = [
    (.coldLaunchWithoutScenes, "LA"), (.coldLaunchWithScenes, "LFA"), (.toBackground, "RB"),
    (.toForeground, "FA"), (.interruption, "RA"), (.doubleActivation, "RAA"),
    (.backgroundLaunch, "LB"), (.backgroundLaunchThenOpened, "LFA"), (.prewarmedLaunch, "LFA"),
    (.terminatedInForeground, "RBT"), (.quitOnMac, "T"), (.tvFirstLaunch, "LA"),
  ]

  @Test("each scenario posts what its system posts, in order", arguments: table)
  func events(scenario: AppLifecycleScenario, letters: String) {
    let bus = TestBus()
    var heard: [AppLifecycleEvent] = []
    bus.attach("it") { heard.append($0.event) }
    scenario.play(on: bus.center)
    #expect(heard == letters.compactMap { AdmissionTests.letters[$0] })
    #expect(heard == scenario.events)
  }

  @Test("the list of all is complete and names each once")
  func all() {
    #expect(AppLifecycleScenario.all == Self.table.map(\.0))
    #expect(Set(AppLifecycleScenario.all.map(\.name)).count == AppLifecycleScenario.all.count)
  }

  @Test("joined scenarios are played one after the other and carry both names")
  func joined() {
    let both = AppLifecycleScenario.coldLaunchWithScenes + .toBackground
    #expect(both.name == "cold launch with scenes, to background")
    #expect(
      both.events == [
        .didFinishLaunching, .willEnterForeground, .didBecomeActive, .willResignActive,
        .didEnterBackground,
      ])
  }

  @Test("afterEach is called when the event has been relayed")
  func afterEach() {
    let bus = TestBus()
    bus.attach("it")
    var counts: [Int] = []
    AppLifecycleScenario.coldLaunchWithScenes.play(on: bus.center) { event in
      counts.append(bus.calls.count)
      #expect(bus.calls.last == "it.\(event)")
    }
    #expect(counts == [1, 2, 3])
  }

  @Test("events without a name in the vocabulary are left out (48)")
  func leftOut() {
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(vocabulary: .watchKit, notificationCenter: center)
    var heard: [AppLifecycleEvent] = []
    mediator.on { heard.append($0.event) }
    let story = AppLifecycleScenario.coldLaunchWithScenes + .terminatedInForeground
    story.play(on: center, vocabulary: .watchKit)
    #expect(heard == story.events.dropLast())
  }

  @Test(
    "after a launch, every scenario is a legal walk for balanced listeners (32)",
    arguments: [
      AppLifecycleScenario.toBackground, .interruption, .terminatedInForeground, .quitOnMac,
    ])
  func legal(scenario: AppLifecycleScenario) {
    let bus = TestBus(policy: .lifecycle)
    var view: [AppLifecycleEvent] = []
    bus.attach("it") { view.append($0.event) }
    (AppLifecycleScenario.coldLaunchWithScenes + scenario).play(on: bus.center)
    #expect(LegalWalk.isLegal(view))
    #expect(view.last == scenario.events.last)
  }
}
