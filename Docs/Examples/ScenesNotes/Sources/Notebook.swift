import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners

/// The note of the app, restored from its file when the app starts.
@MainActor
final class Notebook {
  static let shared = Notebook(
    file: FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      .appending(path: "notes"))

  let saver: StateSaver<String>
  /// Shows the note again after code outside of the view has changed it.
  var onChange: () -> Void = {}

  init(file: URL) {
    saver = StateSaver(file: file, initial: "")
    // Called if the file can be read only later, for example after the phone's first unlock.
    saver.onRestore = { [weak self] stored, typed in
      let joined = [stored, typed].filter { !$0.isEmpty }.joined(separator: "\n")
      self?.text = joined
      self?.onChange()
      return joined
    }
  }

  var text: String {
    get { saver.state }
    set { saver.state = newValue }
  }

  func add(_ line: String) {
    let beginsLine = text.isEmpty || text.hasSuffix("\n")
    if !beginsLine {
      text += "\n"
    }
    text += line
    onChange()
  }
}

/// Answers links such as `scenesnotes://add/milk`.
final class Links: AppURLOpening {
  private let notebook: Notebook

  init(notebook: Notebook) { self.notebook = notebook }

  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
    guard url.host() == "add" else { return false }
    notebook.add(url.lastPathComponent)
    return true
  }
}
