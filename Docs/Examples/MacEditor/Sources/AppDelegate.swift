// Shows Quit that waits for the user's answer, and work that is done when another app gets the focus.
import AppKit
import LifecycleBus
import LifecycleBusDelegates

/// Makes the mediator; everything else is in the listeners.
final class AppDelegate: LifecycleAppDelegate {
  override class func makeMediator() -> AppLifecycleMediator {
    // A folder of its own: the Documents folder would ask the user before there is a window.
    let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    let editor = Editor(file: folder.appending(path: "MacEditor/text.txt"))
    // With this vocabulary an app that loses the focus goes to the background.
    return AppLifecycleMediator(policy: .balanced, vocabulary: .appKitFocus) {
      ClosureListener("log") { print("\($0.event), \($0.origin)") }
      editor
      RecoveryCopy(editor)
      QuitQuestion(editor)
    }
  }
}

extension NSMenu {
  /// The menu bar. AppKit sends the actions of the Edit menu to the text view.
  static var bar: NSMenu {
    let bar = NSMenu()
    bar.addMenu("MacEditor", [("Quit", "terminate:", "q")])
    bar.addMenu(
      "Edit",
      [
        ("Undo", "undo:", "z"), ("Redo", "redo:", "Z"), ("Cut", "cut:", "x"),
        ("Copy", "copy:", "c"), ("Paste", "paste:", "v"), ("Select All", "selectAll:", "a"),
      ])
    return bar
  }

  private func addMenu(_ title: String, _ items: [(title: String, action: String, key: String)]) {
    let item = NSMenuItem()
    let menu = NSMenu(title: title)
    for (title, action, key) in items {
      menu.addItem(withTitle: title, action: NSSelectorFromString(action), keyEquivalent: key)
    }

    item.submenu = menu
    addItem(item)
  }
}

@main
@MainActor
enum MacEditor {
  static func main() {
    let application = NSApplication.shared
    let delegate = AppDelegate()
    application.delegate = delegate
    application.mainMenu = .bar
    withExtendedLifetime(delegate) { application.run() }
  }
}
