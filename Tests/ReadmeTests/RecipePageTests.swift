import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import Testing

@MainActor
@Suite("The page \"From your recipe to this one\"")
struct RecipePageTests {
  let center = NotificationCenter()

  @Test("the commands run after their dependencies")
  func command() async throws {
    let store = Store()
    let mediator = AppLifecycleMediator(notificationCenter: center)
    try attachStartup(of: store, to: mediator)
    center.post(.didFinishLaunching)
    #expect(store.steps == ["open"])
    while store.steps.count < 2 { await Task.yield() }
    #expect(store.steps == ["open", "warm"])
  }

  @Test("the composite attaches and detaches its listeners together")
  func composite() {
    let listeners = (0..<3).map { _ in RecordingListener() }
    let mediator = AppLifecycleMediator(notificationCenter: center)
    let media = attachMedia(
      to: mediator, thumbnails: listeners[0], player: listeners[1], recorder: listeners[2])
    center.post(.didBecomeActive)
    mediator.detach(media)
    center.post(.willResignActive)
    #expect(listeners.map(\.events) == Array(repeating: [.didBecomeActive], count: 3))
  }

  @Test("every service is asked, also after one has opened the URL")
  func services() throws {
    let (links, statistics) = (NoteLinks(), LinkStatistics())
    let mediator = AppLifecycleMediator(
      listeners: [links, statistics], notificationCenter: center)
    #expect(mediator.askToOpen(try #require(URL(string: "note://1"))))
    #expect(!mediator.askToOpen(try #require(URL(string: "other://1"))))
    center.post(.didBecomeActive)
    #expect(links.shown.count == 1)
    #expect(statistics.opened == 2)
    #expect(statistics.visits == 1)
  }

  @Test("one listener answers a request and receives an event")
  func proxy() {
    let handoff = Handoff()
    let mediator = AppLifecycleMediator(listeners: [handoff], notificationCenter: center)
    let page = URL(string: "https://example.com")
    var activity = AppUserActivity(activityType: "web")
    activity.webpageURL = page
    #expect(mediator.askToContinue(activity).isHandled)
    #expect(!mediator.askToContinue(AppUserActivity(activityType: "draft")).isHandled)
    #expect(handoff.page == page)
    center.post(.didEnterBackground)
    #expect(handoff.page == nil)
  }

  @Test(
    "a remote notification gets one answer",
    arguments: [("swift", AppFetchResult.newData), ("go", .failed), (nil, .noData)]
      as [(String?, AppFetchResult)])
  func intermediary(topic: String?, expected: AppFetchResult) async {
    let mediator = AppLifecycleMediator(listeners: [NewsFetch()], notificationCenter: center)
    let userInfo: [AnyHashable: Any] = topic.map { ["topic": $0] } ?? [:]
    #expect(await mediator.askToReceiveRemoteNotification(userInfo) == expected)
  }
}
