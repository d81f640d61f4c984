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
    let delegate = LifecycleAppDelegate()
    delegate.mediator.attach(QuitQuestion(editor))
    editor.text = "tea"
    NSAlert.answer = .alertSecondButtonReturn
    #expect(delegate.applicationShouldTerminate(application) == .terminateLater)
    await application.nextTerminationReply()
    #expect(application.terminationReplies == [false])
    #expect(!FileManager.default.fileExists(atPath: file.path))

    NSAlert.answer = .alertFirstButtonReturn
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
    let mediator = AppLifecycleMediator(
      listeners: [copy], policy: .lifecycle, vocabulary: .appKitFocus,
      notificationCenter: NotificationCenter(), initialState: .active)
    editor.text = "tea"
    mediator.post(.willResignActive)
    mediator.post(.didEnterBackground)
    #expect(try String(contentsOf: copy.file, encoding: .utf8) == "tea")
    try FileManager.default.removeItem(at: copy.file)
  }

  @Test("MacEditor's delegate makes its listeners and menus")
  func delegate() throws {
    let mediator = AppDelegate().mediator
    #expect(mediator.listenerCount == 4)
    let editor = try #require(mediator.firstAnswer(of: Editor.self) { $0 })
    #expect(editor.file.pathComponents.suffix(2) == ["MacEditor", "text.txt"])
    #expect(NSMenu.bar.items.compactMap(\.submenu?.title) == ["MacEditor", "Edit"])
  }
}
