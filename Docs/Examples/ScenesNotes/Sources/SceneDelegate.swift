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

/// Shows the note, and writes what the user types back to it.
final class NoteViewController: UIViewController, UITextViewDelegate {
  private let textView = UITextView()

  override func loadView() {
    textView.font = .preferredFont(forTextStyle: .body)
    textView.text = Notebook.shared.text
    textView.delegate = self
    view = textView
    Notebook.shared.onChange = { [weak self] in self?.textView.text = Notebook.shared.text }
  }

  func textViewDidChange(_ textView: UITextView) { Notebook.shared.text = textView.text }
}
