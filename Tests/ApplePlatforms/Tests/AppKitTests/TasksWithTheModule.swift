import DelegatesOnAppKit
import Foundation
import LifecycleBusOnAppKit
import StandInAppKit
import Testing

// The same tasks with the module.

/// What is opened, and saved at Quit.
@MainActor
final class Document {
  private(set) var opened: [String] = []
  var hasChanges = true

  func open(_ url: URL) async throws {
    await Task.yield()
    if url.pathExtension != "note" { throw CocoaError(.fileReadUnknown) }
    opened.append(url.lastPathComponent)
  }

  func askToSave() async -> Bool {
    await Task.yield()
    hasChanges = false
    return true
  }
}

final class DocumentListener: AppFileOpening, AppTerminationDeciding {
  let document = Document()

  // task: files to open
  func onAppOpenFiles(_ urls: [URL]) async throws -> Bool {
    for url in urls { try await document.open(url) }
    return true
  }
  // end

  // task: Quit with a save panel
  func onAppShouldTerminate() -> AppTerminationReply { document.hasChanges ? .later : .now }

  func onAppDecideTermination() async -> Bool { await document.askToSave() }
  // end
}

final class DocumentDelegate: LifecycleAppDelegate {
  // task: files to open
  func application(_ sender: NSApplication, openFiles filenames: [String]) {
    openFiles(filenames, replyingTo: sender)
  }
  // end
}

@MainActor
@Suite("Tasks of a Mac app, by hand and with the module", .timeLimit(.minutes(1)))
struct MacTasksTests {
  let hand = EditorByHand()
  let listener = DocumentListener()
  let applications = [NSApplication(), NSApplication()]

  func delegate() -> DocumentDelegate {
    DocumentDelegate(
      mediator: AppLifecycleMediator(
        listeners: [listener], notificationCenter: NotificationCenter()))
  }

  @Test("both open the files, and show an error", arguments: ["b.note", "b.text"])
  func files(second: String) async {
    let files = ["/a.note", "/\(second)"]
    hand.application(applications[0], openFiles: files)
    delegate().application(applications[1], openFiles: files)
    for application in applications {
      while application.openReplies.isEmpty { await Task.yield() }
    }
    #expect(applications[0].openReplies == applications[1].openReplies)
    #expect(applications[0].presentedErrors.count == applications[1].presentedErrors.count)
    #expect(hand.document.opened == listener.document.opened)
  }

  @Test("both ask before they quit, and quit at once the next time")
  func quit() async {
    let delegate = delegate()
    #expect(hand.applicationShouldTerminate(applications[0]) == .terminateLater)
    #expect(delegate.applicationShouldTerminate(applications[1]) == .terminateLater)
    for application in applications { await application.nextTerminationReply() }
    #expect(applications.map(\.terminationReplies) == [[true], [true]])
    #expect(hand.applicationShouldTerminate(applications[0]) == .terminateNow)
  }
}
