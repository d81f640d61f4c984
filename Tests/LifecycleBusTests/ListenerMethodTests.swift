import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("The methods of a listener")
struct ListenerMethodTests {
  /// A name for every event, so that all of them can be posted.
  nonisolated static let everything = AppLifecycleVocabulary(
    Dictionary(
      uniqueKeysWithValues: AppLifecycleEvent.allCases.map { ($0, Notification.Name("T\($0)")) }))

  @Test(
    "each event calls its own method and then onAppEvent, listener by listener (4, 47)",
    arguments: AppLifecycleEvent.allCases, [false, true])
  func ownMethod(event: AppLifecycleEvent, isMirrored: Bool) {
    let policy: AppLifecycleMediator.Policy = isMirrored ? .asPosted.mirrored : .asPosted
    let bus = TestBus(policy: policy, vocabulary: Self.everything)
    let journal = CallJournal()
    bus.mediator.attach(EveryMethodListener("1", journal))
    bus.mediator.attach(ListenerGroup { EveryMethodListener("2", journal) })

    bus.post(event)

    let isReversed = isMirrored && event.direction == .down
    let names = isReversed ? ["2", "1"] : ["1", "2"]
    #expect(journal.lines == names.flatMap { ["\($0) typed \(event)", "\($0) any \(event)"] })
  }

  @Test(
    "receive(_:) calls the same two methods, and no default calls another one (46, 47)",
    arguments: AppLifecycleEvent.allCases)
  func receive(event: AppLifecycleEvent) {
    struct Idle: AppLifecycleListener {}
    struct OnlyAny: AppLifecycleListener {
      let journal: CallJournal

      func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
        journal.write("\(event)")
      }
    }
    let journal = CallJournal()
    let group = ListenerGroup {
      OnlyAny(journal: journal)
      Idle()
    }

    EveryMethodListener("it", journal).receive(event)
    group.receive(event)

    #expect(journal.lines == ["it typed \(event)", "it any \(event)", "\(event)"])
  }

  @Test("a closure is called for its events, or for each (47)", arguments: AppLifecycleEvent.named)
  func closures(event: AppLifecycleEvent) {
    let bus = TestBus()
    var all: [AppLifecycleEvent] = []
    var some: [AppLifecycleEvent] = []
    bus.mediator.on { all.append($0.event) }
    let attachment = bus.mediator.on(.didBecomeActive, .willTerminate) { some.append($0.event) }

    bus.post(event)

    #expect(all == [event])
    let isOneOfSome = event == .didBecomeActive || event == .willTerminate
    #expect(some == (isOneOfSome ? [event] : []))

    attachment.detach()
    #expect(bus.mediator.listenerCount == 1)
  }
}

/// A listener that implements every method and writes "name typed event" or "name any event".
///
/// Each method names its event with its own word, so that a method wired to the wrong event shows.
private struct EveryMethodListener: AppLifecycleListener {
  private let name: String
  private let journal: CallJournal

  init(_ name: String, _ journal: CallJournal) {
    self.name = name
    self.journal = journal
  }

  func onAppDidFinishLaunching() { typed("didFinishLaunching") }
  func onAppWillEnterForeground() { typed("willEnterForeground") }
  func onAppDidBecomeActive() { typed("didBecomeActive") }
  func onAppWillResignActive() { typed("willResignActive") }
  func onAppDidEnterBackground() { typed("didEnterBackground") }
  func onAppWillTerminate() { typed("willTerminate") }
  func onAppDidReceiveMemoryWarning() { typed("didReceiveMemoryWarning") }
  func onAppSignificantTimeChange() { typed("significantTimeChange") }
  func onAppProtectedDataWillBecomeUnavailable() { typed("protectedDataWillBecomeUnavailable") }
  func onAppProtectedDataDidBecomeAvailable() { typed("protectedDataDidBecomeAvailable") }
  func onAppBackgroundRefreshStatusDidChange() { typed("backgroundRefreshStatusDidChange") }
  func onAppUserDidTakeScreenshot() { typed("userDidTakeScreenshot") }
  func onAppSystemWillSleep() { typed("systemWillSleep") }
  func onAppSystemDidWake() { typed("systemDidWake") }
  func onAppSystemPrefersReducedResourceUsageDidChange() {
    typed("systemPrefersReducedResourceUsageDidChange")
  }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    journal.write("\(name) any \(event)")
  }

  private func typed(_ event: String) { journal.write("\(name) typed \(event)") }
}
