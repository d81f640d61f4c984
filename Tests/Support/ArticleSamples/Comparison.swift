import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners

/// The samples of the page "Comparison" that run everywhere.
@MainActor
func comparison() async throws {
  try comparisonOfCommands()
  comparisonOfListeners()
  comparisonOfObservers()
  await comparisonOfRequests()
}

@MainActor
private func comparisonOfCommands() throws {
  let (store, news) = (Store(), News())

  let steps: [@MainActor () throws -> Void] = [store.open, news.fetch]
  for step in steps { try? step() }

  let startup = try StartupCommands {
    StartupCommand("open store") { try store.open() }
    StartupCommand("fetch news", after: ["open store"]) { news.fetch() }
  }
  startup.onCompletion = { for step in $0.failures { print("\(step.name): \(step.outcome)") } }
  let mediator = AppLifecycleMediator(listeners: [startup], notificationCenter: .init())
  mediator.post(.didFinishLaunching)
}

@MainActor
private func comparisonOfListeners() {
  struct ImageCache: AppLifecycleListener {}
  struct Player: AppLifecycleListener {}

  let mediator = AppLifecycleMediator(notificationCenter: .init())
  let media = ListenerGroup("media") {
    ImageCache()
    Player()
  }
  mediator.attach(media)
  print(media)
}

@MainActor
private func comparisonOfObservers() {
  let cache = Cache()
  let center = NotificationCenter()
  let name = Notification.Name("UIApplicationDidEnterBackgroundNotification")
  let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in
    MainActor.assumeIsolated { cache.empty() }
  }

  let mediator = AppLifecycleMediator(vocabulary: .uiKit, notificationCenter: center)
  mediator.on(.didEnterBackground) { _ in cache.empty() }
  mediator.post(.didEnterBackground)
  center.removeObserver(token)
}

@MainActor
private func comparisonOfRequests() async {
  final class PageHandoff: AppUserActivityContinuing {
    func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
      activity.webpageURL == nil ? .notHandled : .handled
    }
  }

  final class NewsFetch: AppBackgroundFetching {
    func onAppPerformFetch() async -> AppFetchResult { .newData }
  }

  let mediator = AppLifecycleMediator(
    listeners: [PageHandoff(), NewsFetch()], notificationCenter: .init())
  let url = URL(fileURLWithPath: "/tmp")
  mediator.askToOpen(url)  // every listener is asked
  mediator.askToOpen(url, untilTaken: true)  // the first listener that takes the URL ends it
  mediator.askToContinue(AppUserActivity(activityType: "reading"))

  let result = await mediator.askToFetchInBackground()
  print(result)
}

@MainActor
private final class Store {
  struct IsLocked: Error, CustomStringConvertible {
    let description = "the file is locked"
  }

  func open() throws { throw IsLocked() }
}

@MainActor
private final class News {
  func fetch() {}
}

@MainActor
private final class Cache {
  func empty() { print("emptied") }
}
