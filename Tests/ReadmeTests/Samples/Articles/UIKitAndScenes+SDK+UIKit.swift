#if canImport(UIKit) && !os(watchOS)
  // A sample of the page "UIKit and scenes": an SDK that is started in the app delegate.

  import LifecycleBusDelegates
  import UIKit

  final class StoreDelegate: LifecycleAppDelegate {
    override func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
      // Vendor.start(apiKey: key)
      super.application(application, didFinishLaunchingWithOptions: options)
    }
  }
#endif
