import AppKit
import LifecycleBus

/// One document: a text file, and its window.
final class Editor: AppLifecycleListener {
  let file: URL
  private let window: NSWindow
  private let textView: NSTextView
  private var savedText: String

  init(file: URL) {
    self.file = file
    // A folder that can't be made is reported by the save.
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    savedText = (try? String(contentsOf: file, encoding: .utf8)) ?? ""

    let scrollView = NSTextView.scrollableTextView()
    textView = scrollView.documentView as? NSTextView ?? NSTextView()
    textView.string = savedText
    textView.allowsUndo = true

    window = NSWindow(
      contentRect: NSRect(x: 0, y: 0, width: 480, height: 320),
      styleMask: [.titled, .resizable, .miniaturizable], backing: .buffered, defer: false)
    window.title = file.lastPathComponent
    window.contentView = scrollView
  }

  func onAppDidFinishLaunching() {
    window.center()
    window.makeKeyAndOrderFront(nil)
  }

  var text: String {
    get { textView.string }
    set { textView.string = newValue }
  }

  var hasChanges: Bool { text != savedText }

  /// Returns whether the text is in the file.
  func save() -> Bool {
    do {
      try text.write(to: file, atomically: true, encoding: .utf8)
      savedText = text
      return true
    } catch {
      print("not saved: \(error)")
      return false
    }
  }

  enum Answer { case save, cancel, discard }

  /// Asks in a sheet, for as long as the user takes.
  func askToSave() async -> Answer {
    let alert = NSAlert()
    alert.messageText = "Do you want to save the changes?"
    for title in ["Save", "Cancel", "Don't Save"] {
      alert.addButton(withTitle: title)
    }

    switch await alert.beginSheetModal(for: window) {
    case .alertFirstButtonReturn: return .save
    case .alertThirdButtonReturn: return .discard
    default: return .cancel
    }
  }
}
