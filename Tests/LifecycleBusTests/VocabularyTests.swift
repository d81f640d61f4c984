import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

@Suite("Vocabulary")
struct VocabularyTests {
  /// One family, written by hand, not taken from the sources.
  struct Family: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let vocabulary: AppLifecycleVocabulary
    let names: [AppLifecycleEvent: String]
    /// What posts the names: two families may be of one system.
    var system: Substring { testDescription.prefix { $0 != " " } }
  }

  static let families = [
    Family(
      testDescription: "UIKit", vocabulary: .uiKit,
      names: [
        .didFinishLaunching: "UIApplicationDidFinishLaunchingNotification",
        .willEnterForeground: "UIApplicationWillEnterForegroundNotification",
        .didBecomeActive: "UIApplicationDidBecomeActiveNotification",
        .willResignActive: "UIApplicationWillResignActiveNotification",
        .didEnterBackground: "UIApplicationDidEnterBackgroundNotification",
        .willTerminate: "UIApplicationWillTerminateNotification",
        .didReceiveMemoryWarning: "UIApplicationDidReceiveMemoryWarningNotification",
        .significantTimeChange: "UIApplicationSignificantTimeChangeNotification",
        .protectedDataWillBecomeUnavailable: "UIApplicationProtectedDataWillBecomeUnavailable",
        .protectedDataDidBecomeAvailable: "UIApplicationProtectedDataDidBecomeAvailable",
        .backgroundRefreshStatusDidChange:
          "UIApplicationBackgroundRefreshStatusDidChangeNotification",
        .userDidTakeScreenshot: "UIApplicationUserDidTakeScreenshotNotification",
        .systemPrefersReducedResourceUsageDidChange:
          "UIApplicationSystemPrefersReducedResourceUsageDidChangeNotification",
          // None for systemWillSleep and systemDidWake.
      ]),
    Family(
      testDescription: "AppKit", vocabulary: .appKit,
      names: [
        .didFinishLaunching: "NSApplicationDidFinishLaunchingNotification",
        .willEnterForeground: "NSApplicationDidUnhideNotification",
        .didBecomeActive: "NSApplicationDidBecomeActiveNotification",
        .willResignActive: "NSApplicationWillResignActiveNotification",
        .didEnterBackground: "NSApplicationDidHideNotification",
        .willTerminate: "NSApplicationWillTerminateNotification",
        .protectedDataWillBecomeUnavailable:
          "NSApplicationProtectedDataWillBecomeUnavailableNotification",
        .protectedDataDidBecomeAvailable:
          "NSApplicationProtectedDataDidBecomeAvailableNotification",
          // None for the memory warning, the time change, the background refresh, the screenshot,
          // sleep and wake.
      ]),
    Family(
      testDescription: "AppKit by focus", vocabulary: .appKitFocus,
      names: [
        .didFinishLaunching: "NSApplicationDidFinishLaunchingNotification",
        .willEnterForeground: "NSApplicationWillBecomeActiveNotification",
        .didBecomeActive: "NSApplicationDidBecomeActiveNotification",
        .willResignActive: "NSApplicationWillResignActiveNotification",
        .didEnterBackground: "NSApplicationDidResignActiveNotification",
        .willTerminate: "NSApplicationWillTerminateNotification",
        .protectedDataWillBecomeUnavailable:
          "NSApplicationProtectedDataWillBecomeUnavailableNotification",
        .protectedDataDidBecomeAvailable:
          "NSApplicationProtectedDataDidBecomeAvailableNotification",
      ]),
    Family(
      testDescription: "workspace", vocabulary: .workspace,
      names: [
        .systemWillSleep: "NSWorkspaceWillSleepNotification",
        .systemDidWake: "NSWorkspaceDidWakeNotification",
          // None for anything else.
      ]),
    Family(
      testDescription: "WatchKit", vocabulary: .watchKit,
      names: [
        .didFinishLaunching: "WKApplicationDidFinishLaunchingNotification",
        .willEnterForeground: "WKApplicationWillEnterForegroundNotification",
        .didBecomeActive: "WKApplicationDidBecomeActiveNotification",
        .willResignActive: "WKApplicationWillResignActiveNotification",
        .didEnterBackground: "WKApplicationDidEnterBackgroundNotification",
          // None for willTerminate, nor for any condition.
      ]),
    Family(
      testDescription: "extension host", vocabulary: .extensionHost,
      names: [
        .willEnterForeground: "NSExtensionHostWillEnterForegroundNotification",
        .didBecomeActive: "NSExtensionHostDidBecomeActiveNotification",
        .willResignActive: "NSExtensionHostWillResignActiveNotification",
        .didEnterBackground: "NSExtensionHostDidEnterBackgroundNotification",
          // None for didFinishLaunching and willTerminate, nor for any condition.
      ]),
  ]

  @Test(
    "each event has its exact name in each family (45)",
    arguments: families, AppLifecycleEvent.allCases)
  func names(family: Family, event: AppLifecycleEvent) {
    let name = family.vocabulary.name(for: event)
    #expect(name?.rawValue == family.names[event])
    if let name { #expect(family.vocabulary.event(for: name) == event) }
  }

  @Test(
    "each family lists its events in order (45)", arguments: families)
  func namedEvents(family: Family) {
    #expect(
      family.vocabulary.namedEvents
        == AppLifecycleEvent.allCases.filter { family.names[$0] != nil })
  }

  @Test("no family contains a name of another system (33, 45)", arguments: families)
  func foreignNames(family: Family) {
    for other in Self.families where other.system != family.system {
      for name in other.names.values {
        #expect(family.vocabulary.event(for: Notification.Name(name)) == nil)
      }
    }
  }

  @Test(
    "the raw values of the events are stable",
    arguments: AppLifecycleEvent.allCases)
  func rawValues(event: AppLifecycleEvent) {
    #expect(event.rawValue == "\(event)")
    #expect(AppLifecycleEvent(rawValue: event.rawValue) == event)
  }

  #if !canImport(UIKit) && !canImport(AppKit) && !canImport(WatchKit)
    @Test(
      "without a system the names are UIKit's",
      arguments: ["/usr/bin/tool", "/a.appex"])
    func portable(path: String) {
      let family = AppLifecycleVocabulary.family(bundlePath: path)
      #expect(family.namedEvents == AppLifecycleVocabulary.uiKit.namedEvents)
      #expect(
        AppLifecycleVocabulary.current.name(for: .didBecomeActive)?.rawValue
          == "UIApplicationDidBecomeActiveNotification")
    }
  #endif

  @MainActor
  @Test("posting an event without a name returns false (48)")
  func namelessEvent() {
    let bus = TestBus()
    bus.attach("it")
    #expect(!bus.center.post(.systemWillSleep, vocabulary: .uiKit))
    #expect(!bus.center.post(.willTerminate, vocabulary: .watchKit))
    #expect(!bus.center.post(.didBecomeActive, vocabulary: AppLifecycleVocabulary([:])))
    #expect(bus.calls.isEmpty)
    #expect(bus.center.post(.didBecomeActive))
    #expect(bus.calls == ["it.didBecomeActive"])
  }

  @MainActor
  @Test("a host may have names of its own (45)")
  func custom() {
    let kiosk = AppLifecycleVocabulary([
      .didBecomeActive: Notification.Name("KioskDidWake"),
      .willResignActive: Notification.Name("KioskWillSleep"),
    ])
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(vocabulary: kiosk, notificationCenter: center)
    let deaf = AppLifecycleMediator(
      vocabulary: AppLifecycleVocabulary([:]), notificationCenter: center)
    var heard: [AppLifecycleEvent] = []
    mediator.on { heard.append($0.event) }
    deaf.on { _ in Issue.record("heard something") }
    center.post(name: Notification.Name("KioskDidWake"), object: nil)
    center.post(.willResignActive, vocabulary: kiosk)
    center.post(.didBecomeActive, vocabulary: .uiKit)
    #expect(heard == [.didBecomeActive, .willResignActive])
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test("two events with one name stop the program (bad input)")
    func twoEventsOneName() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = AppLifecycleVocabulary([
          .didBecomeActive: Notification.Name("KioskDidWake"),
          .willEnterForeground: Notification.Name("KioskDidWake"),
        ])
      }
      let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #if DEBUG
        #expect(message.contains("didBecomeActive"))
        #expect(message.contains("willEnterForeground"))
        #expect(message.contains("\"KioskDidWake\""))
      #endif
    }
  #endif
}
