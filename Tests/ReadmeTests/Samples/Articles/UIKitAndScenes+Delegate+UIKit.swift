#if canImport(UIKit) && !os(watchOS)
  // A sample of the page "UIKit and scenes": an app delegate without a superclass of the package.

  import LifecycleBus
  import LifecycleBusDelegates
  import UIKit

  final class PlainDelegate: UIResponder, UIApplicationDelegate {
    private let mediator = AppLifecycleMediator(policy: .lifecycle) { ImageCache() }

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      mediator.backgroundTime = ApplicationBackgroundTime(application)
      return true
    }

    func application(
      _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
      mediator.askToOpen(url)
    }
  }
#endif
