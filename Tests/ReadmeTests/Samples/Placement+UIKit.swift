#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  import LifecycleBusDelegates
  import UIKit

  final class AppDelegate: LifecycleAppDelegate {
    override class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .lifecycle) {
        ImageCache()
        DeepLinks()
        QuickActions()
      }
    }
  }

  final class SceneDelegate: LifecycleSceneDelegate {
    override func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      if let scene = scene as? UIWindowScene {
        let window = UIWindow(windowScene: scene)
        window.rootViewController = NotesViewController()
        window.makeKeyAndVisible()
        self.window = window
      }
      super.scene(scene, willConnectTo: session, options: connectionOptions)
    }
  }
#endif
