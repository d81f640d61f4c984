import Foundation
import StandInAppKit

// Tasks of a Mac app by hand; the `TasksTests` of UIKit compare the lines between the marks.

@MainActor
final class EditorByHand {
  let document = Document()

  // task: files to open
  func application(_ sender: NSApplication, openFiles filenames: [String]) {
    Task {
      do {
        for name in filenames { try await document.open(URL(fileURLWithPath: name)) }
        sender.reply(toOpenOrPrint: .success)
      } catch is CancellationError {
        sender.reply(toOpenOrPrint: .cancel)
      } catch {
        sender.presentError(error)
        sender.reply(toOpenOrPrint: .failure)
      }
    }
  }
  // end

  // task: Quit with a save panel
  func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply {
    guard document.hasChanges else { return .terminateNow }
    Task { sender.reply(toApplicationShouldTerminate: await document.askToSave()) }
    return .terminateLater
  }
  // end
}
