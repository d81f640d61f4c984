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
    (.backgroundLaunch, "LB"), (.terminatedInForeground, "RBT"), (.quitOnMac, "T"),
  ]

  @Test("each scenario posts its events in order", arguments: table)
  func events(scenario: AppLifecycleScenario, letters: String) {
    let bus = TestBus()
    var heard: [AppLifecycleEvent] = []
    bus.attach("it") { heard.append($0.event) }
    scenario.play(on: bus.center)
    #expect(heard == letters.compactMap { AdmissionTests.letters[$0] })
    #expect(heard == scenario.events)
  }

  @Test("all scenarios are listed, each name and each sequence once")
  func all() {
    let all = AppLifecycleScenario.all
    #expect(all == Self.table.map(\.0))
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(Set(all.map(\.events)).count == all.count)
  }

  @Test("joined scenarios are played in order")
  func joined() {
    let both = AppLifecycleScenario.coldLaunchWithScenes + .toBackground
    #expect(both.name == "cold launch with scenes, to background")
    #expect(
      both.events == [
        .didFinishLaunching, .willEnterForeground, .didBecomeActive, .willResignActive,
        .didEnterBackground,
      ])
  }

  @Test("afterEach is called after the event is relayed")
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

  @Test("a scenario leaves out events without a name (48)")
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
    "after a launch each scenario is a legal walk (32)",
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
