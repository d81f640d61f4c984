#if canImport(UIKit) && !os(watchOS)
  // A sample of the page "UIKit and scenes".

  import LifecycleBus
  import LifecycleBusDelegates
  import UIKit

  final class Router: AppURLOpening {
    private let window: UIWindow
    let answersForScene: AppSceneID?

    init(_ window: UIWindow, of scene: UIScene) {
      self.window = window
      answersForScene = AppSceneID(scene)
    }

    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      window.rootViewController = NotesViewController()
      return true
    }
  }

  final class WindowDelegate: LifecycleSceneDelegate {
    private var router: AppLifecycleAttachment?

    override var forwardsNotificationResponse: Bool { false }

    override func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      if let windowScene = scene as? UIWindowScene {
        let window = UIWindow(windowScene: windowScene)
        self.window = window
        router = mediator?.attach(Router(window, of: scene), replay: .launch)
      }
      super.scene(scene, willConnectTo: session, options: connectionOptions)
    }

    func sceneDidDisconnect(_ scene: UIScene) { router?.detach() }
  }
#endif
