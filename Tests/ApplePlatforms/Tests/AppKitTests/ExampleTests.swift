import AppKit
import LifecycleBus
import LifecycleBusDelegates
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
    delegate.requestDeadline = .zero
    let hold = delegate.mediator.hold("export")
    editor.text = "tea"

    NSAlert.answer = .alertSecondButtonReturn
    #expect(delegate.applicationShouldTerminate(application) == .terminateLater)
    await waitUntil { application.terminationReplies.count == 1 }
    #expect(application.terminationReplies == [false])
    #expect(hold.isOpen, "no budget begins before a yes")
    #expect(!FileManager.default.fileExists(atPath: file.path))

    NSAlert.answer = .alertFirstButtonReturn
    #expect(delegate.applicationShouldTerminate(application) == .terminateLater)
    await waitUntil { application.terminationReplies.count == 2 }
    #expect(application.terminationReplies == [false, true])
    #expect(!hold.isOpen)
    #expect(try String(contentsOf: file, encoding: .utf8) == "tea")
    try FileManager.default.removeItem(at: file)
  }

  @Test("MacEditor writes a recovery copy when another app gets the focus")
  func recovery() throws {
    let editor = Editor(file: file)
    let copy = RecoveryCopy(editor)
    let mediator = AppLifecycleMediator(
      listeners: [copy], policy: .balanced, vocabulary: .appKitFocus,
      notificationCenter: NotificationCenter(), initialState: .active)
    editor.text = "tea"

    mediator.post(.willResignActive)
    mediator.post(.didEnterBackground)

    #expect(try String(contentsOf: copy.file, encoding: .utf8) == "tea")
    try FileManager.default.removeItem(at: copy.file)
  }
}
