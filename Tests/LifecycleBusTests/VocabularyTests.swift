import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

@MainActor
@Suite("Vocabulary and scenarios")
struct VocabularyTests {
  /// The names of a system follow a rule: its prefix, the event and "Notification". The names that
  /// do not, and the events that it posts, are written by hand from Apple's documentation.
  struct Family: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let vocabulary: AppLifecycleVocabulary
    let prefix: String
    let events: [AppLifecycleEvent]
    var others: [AppLifecycleEvent: String] = [:]

    func name(of event: AppLifecycleEvent) -> String? {
      guard events.contains(event) else { return nil }
      let word = event.rawValue.prefix(1).uppercased() + event.rawValue.dropFirst()
      return others[event] ?? "\(prefix)\(word)Notification"
    }
  }

  nonisolated static let macEvents =
    Letters.events("LFARBT")
    + [.protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable]
  nonisolated static let families = [
    Family(
      testDescription: "UIKit", vocabulary: .uiKit, prefix: "UIApplication",
      events: AppLifecycleEvent.allCases.filter { $0 != .systemWillSleep && $0 != .systemDidWake },
      others: [
        .protectedDataWillBecomeUnavailable: "UIApplicationProtectedDataWillBecomeUnavailable",
        .protectedDataDidBecomeAvailable: "UIApplicationProtectedDataDidBecomeAvailable",
      ]),
    Family(
      testDescription: "AppKit", vocabulary: .appKit, prefix: "NSApplication", events: macEvents,
      others: [
        .willEnterForeground: "NSApplicationDidUnhideNotification",
        .didEnterBackground: "NSApplicationDidHideNotification",
      ]),
    Family(
      testDescription: "AppKit by focus", vocabulary: .appKitFocus, prefix: "NSApplication",
      events: macEvents,
      others: [
        .willEnterForeground: "NSApplicationWillBecomeActiveNotification",
        .didEnterBackground: "NSApplicationDidResignActiveNotification",
      ]),
    Family(
      testDescription: "workspace", vocabulary: .workspace, prefix: "NSWorkspace",
      events: [.systemWillSleep, .systemDidWake],
      others: [
        .systemWillSleep: "NSWorkspaceWillSleepNotification",
        .systemDidWake: "NSWorkspaceDidWakeNotification",
      ]),
    Family(
      testDescription: "WatchKit", vocabulary: .watchKit, prefix: "WKApplication",
      events: Letters.events("LFARB")),
    Family(
      testDescription: "extension host", vocabulary: .extensionHost, prefix: "NSExtensionHost",
      events: Letters.events("FARB")),
  ]

  @Test(
    "each event has its exact name in each family, and back (45)",
    arguments: families, AppLifecycleEvent.allCases)
  func names(family: Family, event: AppLifecycleEvent) {
    let name = family.vocabulary.name(for: event)
    #expect(name?.rawValue == family.name(of: event))
    if let name { #expect(family.vocabulary.event(for: name) == event) }
    #expect(family.vocabulary.namedEvents.contains(event) == (name != nil))
  }

  @Test("the raw values of the events are stable", arguments: AppLifecycleEvent.allCases)
  func rawValues(event: AppLifecycleEvent) { #expect(event.rawValue == "\(event)") }

  #if !canImport(UIKit) && !canImport(AppKit) && !canImport(WatchKit)
    @Test("without a system the names are UIKit's (45)", arguments: ["/usr/bin/tool", "/a.appex"])
    func portable(path: String) {
      let family = AppLifecycleVocabulary.family(bundlePath: path)
      #expect(family.namedEvents == AppLifecycleVocabulary.uiKit.namedEvents)
    }
  #endif

  @Test("posting an event without a name returns false and does nothing (48)")
  func nameless() {
    let bus = TestBus(vocabulary: .watchKit)
    bus.attach("it")
    #expect(!bus.mediator.post(.willTerminate))
    #expect(!bus.center.post(.didBecomeActive, vocabulary: AppLifecycleVocabulary([:])))
    #expect(bus.mediator.post(.didBecomeActive))
    (AppLifecycleScenario.quitOnMac + .toBackground).play(on: bus.center, vocabulary: .watchKit)
    #expect(
      bus.calls == ["it.didBecomeActive", "it.willResignActive", "it.didEnterBackground"])
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test("two events with one name stop the program (bad input)")
    func twoEventsOneName() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let name = Notification.Name("KioskDidWake")
        _ = AppLifecycleVocabulary([.didBecomeActive: name, .willEnterForeground: name])
      }
      #if DEBUG
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("willEnterForeground and didBecomeActive are both named"))
      #endif
    }
  #endif

  nonisolated static let scenarios: [(AppLifecycleScenario, String)] = [
    (.coldLaunchWithoutScenes, "LA"), (.coldLaunchWithScenes, "LFA"), (.toBackground, "RB"),
    (.toForeground, "FA"), (.interruption, "RA"), (.backgroundLaunch, "LB"),
    (.terminatedInForeground, "RBT"), (.quitOnMac, "T"),
  ]

  @Test("a scenario posts its events, each delivered before the next one", arguments: scenarios)
  func scenario(scenario: AppLifecycleScenario, letters: String) {
    let bus = TestBus()
    bus.attach("it")
    var played: [AppLifecycleEvent] = []
    bus.play(scenario) { event in
      played.append(event)
      #expect(bus.calls == played.map { "it.\($0)" })
    }
    #expect(Letters.of(played) == letters && scenario.events == played)
  }

  @Test("all scenarios are listed, and can be joined")
  func scenarioList() {
    #expect(AppLifecycleScenario.all == Self.scenarios.map(\.0))
    let both = AppLifecycleScenario.interruption + .quitOnMac
    #expect(both.name == "interruption, quit on Mac" && Letters.of(both.events) == "RAT")
  }
}
