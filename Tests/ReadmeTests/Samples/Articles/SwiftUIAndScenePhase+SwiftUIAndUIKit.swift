#if canImport(SwiftUI) && canImport(UIKit)
  // A sample of the page "SwiftUI and ScenePhase" for platforms that refresh apps.

  import LifecycleBus
  import LifecycleBusDelegates
  import SwiftUI

  final class Headlines: AppBackgroundFetching {
    func onAppPerformFetch() async -> AppFetchResult { .newData }
  }

  struct NewsApp: App {
    private let mediator = AppLifecycleMediator(policy: .lifecycle) { Headlines() }

    var body: some Scene {
      WindowGroup { Text("News") }
        .backgroundTask(.appRefresh("news")) { [mediator] in
          _ = await mediator.askToFetchInBackground()
        }
    }
  }
#endif
