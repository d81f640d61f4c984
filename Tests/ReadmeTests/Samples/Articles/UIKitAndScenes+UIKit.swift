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

    override var forwardedParts: ConnectionParts { [.urls, .handoff, .quickAction] }

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
