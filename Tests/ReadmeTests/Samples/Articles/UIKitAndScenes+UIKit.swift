#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  import LifecycleBusDelegates
  import UIKit

  // The samples of the page "UIKit and scenes" that need UIKit.

  /// A namespace, because the delegate's name occurs elsewhere too.
  enum UIKitPage {
    final class AppDelegate: UIResponder, UIApplicationDelegate {
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
  }
#endif
