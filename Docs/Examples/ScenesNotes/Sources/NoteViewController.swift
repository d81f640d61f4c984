import UIKit

/// Shows the note, and writes what the user types back to it.
final class NoteViewController: UIViewController, UITextViewDelegate {
  private let textView = UITextView()

  override func loadView() {
    textView.font = .preferredFont(forTextStyle: .body)
    textView.text = Notebook.shared.text
    textView.delegate = self
    view = textView
    Notebook.shared.onChange = { [weak self] in self?.textView.text = Notebook.shared.text }
  }

  func textViewDidChange(_ textView: UITextView) { Notebook.shared.text = textView.text }
}
