import AppKit
import LifecycleBus
import LifecycleBusDelegates

/// Makes the mediator; everything else is in the listeners.
final class AppDelegate: LifecycleAppDelegate {
  override class func makeMediator() -> AppLifecycleMediator {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    let editor = Editor(file: folder.appending(path: "MacEditor.txt"))
    // With this vocabulary an app that loses the focus goes to the background.
    return AppLifecycleMediator(policy: .lifecycle, vocabulary: .appKitFocus) {
      ClosureListener("log") { print("\($0.event), \($0.origin)") }
      editor
      RecoveryCopy(editor)
      QuitQuestion(editor)
    }
  }
}

extension NSMenu {
  /// The application menu, with Quit.
  static var withQuit: NSMenu {
    let (bar, item, menu) = (NSMenu(), NSMenuItem(), NSMenu())
    menu.addItem(
      withTitle: "Quit", action: Selector(("terminate:")), keyEquivalent: "q")
    item.submenu = menu
    bar.addItem(item)
    return bar
  }
}
