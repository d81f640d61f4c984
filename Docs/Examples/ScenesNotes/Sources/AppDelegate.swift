// Shows a state that is saved in the background, and links that reach a listener through a scene.
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import UIKit

/// Makes the mediator; everything else is in the listeners.
@main
final class AppDelegate: LifecycleAppDelegate {
  override class func makeMediator() -> AppLifecycleMediator {
    AppLifecycleMediator(policy: .balanced) {
      EventLog()  // a line in the console for each event
      Notebook.shared.saver  // saves in the background and at the end
      Links(notebook: .shared)
    }
  }
}
