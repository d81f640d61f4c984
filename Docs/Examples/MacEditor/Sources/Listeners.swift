import Foundation
import LifecycleBus
import LifecycleBusDelegates

/// Asks before changes are lost.
final class QuitQuestion: AppTerminationDeciding {
  private let editor: Editor

  init(_ editor: Editor) { self.editor = editor }

  func onAppShouldTerminate() -> AppTerminationReply {
    if editor.hasChanges { return .later }
    return .now
  }

  func onAppDecideTermination() async -> Bool {
    switch await editor.askToSave() {
    case .save: editor.save()
    case .discard: true
    case .cancel: false  // the app stays, and the next Quit asks again
    }
  }
}

/// Saves the text beside its file whenever another app gets the focus.
final class RecoveryCopy: AppLifecycleListener {
  private let editor: Editor

  init(_ editor: Editor) { self.editor = editor }

  var file: URL { editor.file.appendingPathExtension("recovery") }

  func onAppDidEnterBackground() {
    guard editor.hasChanges else { return }
    try? editor.text.write(to: file, atomically: true, encoding: .utf8)
  }
}
