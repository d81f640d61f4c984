#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  import UIKit

  final class BigDelegate: UIResponder, UIApplicationDelegate {
    func applicationDidEnterBackground(_ app: UIApplication) {
      drafts.save()
      images.empty()
    }

    func applicationDidReceiveMemoryWarning(_ app: UIApplication) {
      images.empty()
    }
  }

  final class SmallDelegate: UIResponder, UIApplicationDelegate {
    let mediator = AppLifecycleMediator(policy: .lifecycle) {
      AutoSave()
      ImageMemory()
    }
  }

  struct ImageMemory: AppLifecycleListener {
    func onAppDidEnterBackground() { images.empty() }
    func onAppDidReceiveMemoryWarning() { images.empty() }
  }

  // What the app of the sample has besides.
  struct Drafts: Sendable { func save() {} }
  struct Images: Sendable { func empty() {} }
  let drafts = Drafts()
  let images = Images()
#endif
