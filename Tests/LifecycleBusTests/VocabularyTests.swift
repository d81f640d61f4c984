import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

@MainActor
@Suite("Vocabulary and scenarios")
struct VocabularyTests {
  /// The names of a system follow a rule: its prefix, the event and "Notification". The names that
  /// don't, and the events that it posts, are written by hand from Apple's documentation.
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
    AppLifecycleEvent.life("L F A R B T")
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
      events: AppLifecycleEvent.life("L F A R B")),
    Family(
      testDescription: "extension host", vocabulary: .extensionHost, prefix: "NSExtensionHost",
      events: AppLifecycleEvent.life("F A R B")),
  ]

  @Test(
    "each event has its exact name in each family (45)",
    arguments: families, AppLifecycleEvent.allCases)
  func names(family: Family, event: AppLifecycleEvent) {
    let name = family.vocabulary.name(for: event)

    #expect(name?.rawValue == family.name(of: event))
    #expect(family.vocabulary.namedEvents.contains(event) == (name != nil))
  }

  @Test("the raw values of the events are stable (45)", arguments: AppLifecycleEvent.allCases)
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
    @Test("two events with one name stop the program (60)")
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

  nonisolated static let scenarios: [AppLifecycleScenario] = [
    .coldLaunchWithoutScenes, .coldLaunchWithScenes, .toBackground, .toForeground, .interruption,
    .backgroundLaunch, .terminatedInForeground, .quitOnMac,
  ]
  nonisolated static let lives = ["L A", "L F A", "R B", "F A", "R A", "L B", "R B T", "T"]

  @Test("a scenario posts its events", arguments: zip(scenarios, lives))
  func scenario(scenario: AppLifecycleScenario, life: String) {
    let bus = TestBus()
    bus.attach("it")

    bus.play(scenario)

    #expect(scenario.events.letters == life)
    #expect(bus.calls == scenario.events.map { "it.\($0)" })
  }

  @Test("all scenarios are listed, and can be joined")
  func scenarioList() {
    #expect(AppLifecycleScenario.all == Self.scenarios)
    #expect(Self.scenarios.count == Self.lives.count)

    let both = AppLifecycleScenario.interruption + .quitOnMac
    #expect(both.events.letters == "R A T")
  }
}
