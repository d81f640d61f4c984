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

  let center = NotificationCenter()

  @Test(
    "each event calls its own method only (47)", arguments: AppLifecycleEvent.allCases)
  func ownMethod(event: AppLifecycleEvent) {
    let journal = CallJournal()
    let mediator = AppLifecycleMediator(
      listeners: [EveryMethodListener("it", journal)], vocabulary: Self.everything,
      notificationCenter: center)
    #expect(center.post(event, vocabulary: Self.everything))
    #expect(journal.lines == ["it typed \(event)", "it any \(event)"])
    #expect(mediator.listenerCount == 1)
  }

  @Test("weak, replayed and probed calls reach the same method (47)")
  func ownMethodElsewhere() {
    let journal = CallJournal()
    let mediator = AppLifecycleMediator(notificationCenter: center, initialState: .background)
    let probe = FakeProbe()
    mediator.probe = probe
    mediator.attach(EveryMethodListener("it", journal), replay: .state)
    center.post(.didReceiveMemoryWarning)
    #expect(
      journal.lines == [
        "it typed didFinishLaunching", "it any didFinishLaunching", "it typed didEnterBackground",
        "it any didEnterBackground", "it typed didReceiveMemoryWarning",
        "it any didReceiveMemoryWarning",
      ])
  }

  @Test("receive(_:) calls the event's two methods (47)", arguments: AppLifecycleEvent.allCases)
  func receive(event: AppLifecycleEvent) {
    let journal = CallJournal()
    EveryMethodListener("it", journal).receive(event)
    #expect(journal.lines == ["it typed \(event)", "it any \(event)"])
  }

  @Test(
    "an empty listener receives every event (46)",
    arguments: AppLifecycleEvent.allCases)
  func emptyListener(event: AppLifecycleEvent) {
    struct Idle: AppLifecycleListener {}
    let probe = FakeProbe()
    let mediator = AppLifecycleMediator(
      listeners: [Idle()], vocabulary: Self.everything, notificationCenter: center)
    mediator.probe = probe
    center.post(event, vocabulary: Self.everything)
    #expect(probe.calls.map(\.event) == [event])
    Idle().receive(event)
  }

  @Test(
    "no default method calls another one (46)", arguments: AppLifecycleEvent.allCases)
  func defaultsAreEmpty(event: AppLifecycleEvent) {
    struct OnlyAny: AppLifecycleListener {
      let journal: CallJournal
      func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
        journal.write("\(event)")
      }
    }
    let journal = CallJournal()
    OnlyAny(journal: journal).receive(event)
    #expect(journal.lines == ["\(event)"])
  }

  @Test("the recipe's listener hears its three events (47)")
  func recipe() {
    final class Recipe: AppLifecycleListener {
      var heard: [String] = []
      func onAppWillEnterForeground() { heard.append("foreground") }
      func onAppDidEnterBackground() { heard.append("background") }
      func onAppDidFinishLaunching() { heard.append("launch") }
    }
    let recipe = Recipe()
    let mediator = AppLifecycleMediator(listeners: [recipe], notificationCenter: center)
    for event in AppLifecycleEvent.named { center.post(event) }
    #expect(recipe.heard == ["launch", "foreground", "background"])
    #expect(mediator.listenerCount == 1)
  }
}
