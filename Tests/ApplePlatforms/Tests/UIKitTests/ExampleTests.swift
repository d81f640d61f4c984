import DelegatesOnUIKit
import LifecycleBusOnUIKit
import StandInUIKit
import Testing

@testable import ListenersOnUIKit
@testable import ScenesNotes
@testable import SwiftUIDraft

@MainActor
@Suite("The example apps on UIKit and SwiftUI")
struct ExampleTests {
  let file = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID())")

  /// Plays a visit to the background, and waits for the save.
  func leave(_ mediator: AppLifecycleMediator) async {
    mediator.post(.didEnterBackground)
    await mediator.waitForHolds(upTo: .seconds(60))
  }

  @Test("ScenesNotes adds what a link says, and saves it in the background")
  func links() async throws {
    let notebook = Notebook(file: file)
    let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter()) {
      notebook.saver
      Links(notebook: notebook)
    }
    for word in ["milk", "bread"] {
      #expect(mediator.askToOpen(try #require(URL(string: "scenesnotes://add/\(word)"))))
    }
    #expect(!mediator.askToOpen(try #require(URL(string: "scenesnotes://other"))))
    await leave(mediator)
    #expect(Notebook(file: file).text == "milk\nbread")
    try FileManager.default.removeItem(at: file)
  }

  @Test("ScenesNotes shows a window with the note, made by the class that its Info.plist names")
  func window() throws {
    let root = (0..<5).reduce(URL(filePath: #filePath)) { folder, _ in
      folder.deletingLastPathComponent()
    }
    let info = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: root.appending(path: "Docs/Examples/ScenesNotes/Info.plist")),
      format: nil)
    let manifest = (info as? [String: Any])?["UIApplicationSceneManifest"] as? [String: Any]
    let scenes = manifest?["UISceneConfigurations"] as? [String: Any]
    let first = (scenes?[UISceneSession.Role.windowApplication.rawValue] as? [[String: Any]])?.first
    let name = try #require(first?["UISceneDelegateClassName"] as? String)
    let found: AnyClass? = NSClassFromString(
      name.replacingOccurrences(of: "$(PRODUCT_MODULE_NAME)", with: "ScenesNotes"))
    #expect(found == ScenesNotes.SceneDelegate.self)

    let delegate = ScenesNotes.SceneDelegate()
    let session = UISceneSession(
      persistentIdentifier: "1",
      configuration: UISceneConfiguration(name: "Default", sessionRole: .windowApplication))
    delegate.scene(UIWindowScene(), willConnectTo: session, options: .init())
    #expect(delegate.window?.isKeyAndVisible == true)
    let text = try #require(delegate.window?.rootViewController?.view as? UITextView)
    text.type("tea")
    #expect(Notebook.shared.text == text.text)
    Notebook.shared.add("salt")
    #expect(text.text.hasSuffix("tea\nsalt"))
  }

  /// Makes a model while its file cannot be read, as before the first unlock of a phone.
  func locked<Model>(_ model: () -> Model) -> Model {
    FileFaults.$plan.withValue(.init { $0 == .openFile ? EACCES : nil }, operation: model)
  }

  @Test("SwiftUIDraft joins a text that it could not read at the launch with what the user types")
  func lateDraft() async throws {
    let first = Draft(file: file)
    first.text = "tea"
    try first.saver.saveAndWait()
    let draft = locked { Draft(file: file) }
    #expect(draft.text == "")
    let mediator = AppLifecycleMediator(
      listeners: [draft.saver], notificationCenter: NotificationCenter())
    draft.text = "s"
    mediator.post(.protectedDataDidBecomeAvailable)
    #expect(draft.text == "tea\ns")
    draft.text += "alt"
    await leave(mediator)
    #expect(Draft(file: file).text == "tea\nsalt")
    try FileManager.default.removeItem(at: file)
  }

  @Test("ScenesNotes shows a note that it could not read at the launch, and goes on with it")
  func lateNote() async throws {
    let first = Notebook(file: file)
    first.text = "tea"
    try first.saver.saveAndWait()
    let notebook = locked { Notebook(file: file) }
    var shown = notebook.text
    notebook.onChange = { shown = notebook.text }
    let mediator = AppLifecycleMediator(
      listeners: [notebook.saver], notificationCenter: NotificationCenter())
    mediator.post(.protectedDataDidBecomeAvailable)
    #expect(shown == "tea")
    notebook.text = shown + "s"  // the text view writes back what it shows
    await leave(mediator)
    #expect(Notebook(file: file).text == "teas")
    try FileManager.default.removeItem(at: file)
  }

  @Test("SwiftUIDraft keeps what the user types")
  func draft() async throws {
    let draft = Draft(file: file)
    let mediator = AppLifecycleMediator(
      listeners: [draft.saver], notificationCenter: NotificationCenter())
    draft.text = "tea"
    await leave(mediator)
    #expect(Draft(file: file).text == "tea")
    try FileManager.default.removeItem(at: file)
    _ = DraftView(draft: draft, mediator: mediator).body
    _ = DraftApp().body
  }
}
