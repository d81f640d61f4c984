import LifecycleBus
import LifecycleBusDelegates
import UIKit

/// Makes the window. Links reach the listeners through the superclass.
final class SceneDelegate: LifecycleSceneDelegate {
  override func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    if let scene = scene as? UIWindowScene {
      let window = UIWindow(windowScene: scene)
      window.rootViewController = NoteViewController()
      window.makeKeyAndVisible()
      self.window = window
    }
    super.scene(scene, willConnectTo: session, options: connectionOptions)
  }
}
