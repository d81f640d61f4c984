#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  import UIKit

  final class BigDelegate: UIResponder, UIApplicationDelegate {
    func applicationDidEnterBackground(_ app: UIApplication) {
      drafts.save()
      images.empty()
    }

    func applicationDidBecomeActive(_ app: UIApplication) {
      feed.refresh()
    }

    func applicationDidReceiveMemoryWarning(_ app: UIApplication) {
      images.empty()
    }
  }

  final class SmallDelegate: UIResponder, UIApplicationDelegate {
    let mediator = AppLifecycleMediator(policy: .lifecycle) {
      AutoSave()
      RefreshingFeed()
      ImageMemory()
    }
  }

  struct RefreshingFeed: AppLifecycleListener {
    func onAppDidBecomeActive() { feed.refresh() }
  }

  struct ImageMemory: AppLifecycleListener {
    func onAppDidEnterBackground() { images.empty() }
    func onAppDidReceiveMemoryWarning() { images.empty() }
  }

  // What the app of the sample has besides.
  struct Drafts: Sendable { func save() {} }
  struct Images: Sendable { func empty() {} }
  struct Feed: Sendable { func refresh() {} }
  let drafts = Drafts()
  let images = Images()
  let feed = Feed()
#endif
