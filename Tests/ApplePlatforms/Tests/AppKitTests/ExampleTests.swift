import DelegatesOnAppKit
import LifecycleBusOnAppKit
import StandInAppKit
import Testing

@testable import MacEditor

@MainActor
@Suite("The example app on AppKit", .timeLimit(.minutes(2)))
struct ExampleTests {
  let file = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID()).txt")

  @Test("MacEditor stays when the user cancels Quit, and quits when he saves")
  func quit() async throws {
    let application = NSApplication()
    let editor = Editor(file: file)
    let delegate = LifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: [editor, QuitQuestion(editor)], policy: .lifecycle, vocabulary: .appKitFocus,
        notificationCenter: NotificationCenter()))
    editor.text = "tea"

    NSAlert.answer = { .alertSecondButtonReturn }
    #expect(delegate.applicationShouldTerminate(application) == .terminateLater)
    await application.nextTerminationReply()
    #expect(application.terminationReplies == [false])
    #expect(editor.text == "tea")
    #expect(!FileManager.default.fileExists(atPath: file.path))

    NSAlert.answer = { .alertFirstButtonReturn }
    #expect(delegate.applicationShouldTerminate(application) == .terminateLater)
    while application.terminationReplies.count < 2 { await Task.yield() }
    #expect(application.terminationReplies == [false, true])
    #expect(try String(contentsOf: file, encoding: .utf8) == "tea")
    try FileManager.default.removeItem(at: file)
  }

  @Test("MacEditor writes a recovery copy when another app gets the focus")
  func recovery() throws {
    let editor = Editor(file: file)
    let copy = RecoveryCopy(editor)
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(
      listeners: [copy], policy: .lifecycle, vocabulary: .appKitFocus, notificationCenter: center,
      initialState: .active)
    editor.text = "tea"
    for name in ["WillResignActive", "DidResignActive"] {
      center.post(name: Notification.Name("NSApplication\(name)Notification"), object: nil)
    }
    #expect(mediator.state == .background)
    #expect(try String(contentsOf: copy.file, encoding: .utf8) == "tea")
    try FileManager.default.removeItem(at: copy.file)
  }

  @Test("MacEditor's delegate makes its listeners, with a file outside of the Documents folder")
  func delegate() throws {
    let mediator = AppDelegate().mediator
    #expect(mediator.listenerCount == 4)
    let file = try #require(mediator.listener(of: Editor.self)).file
    #expect(file.pathComponents.suffix(2) == ["MacEditor", "text.txt"])
    #expect(!file.path.contains("Documents"))
    #expect(FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path))
  }

  @Test("MacEditor's menus can quit, undo, cut, copy and paste")
  func menus() {
    let menus = NSMenu.bar.items.compactMap(\.submenu)
    #expect(menus.map(\.title) == ["MacEditor", "Edit"])
    let actions = menus.map { $0.items.compactMap { $0.action?.name } }
    let edit = ["undo:", "redo:", "cut:", "copy:", "paste:", "selectAll:"]
    #expect(actions == [["terminate:"], edit])
  }
}
