import LifecycleBus
import LifecycleBusDelegates
import Testing
import UIKit

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

  @Test("ScenesNotes shows a window with the note")
  func window() throws {
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

  @Test("SwiftUIDraft saves what the user types")
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
