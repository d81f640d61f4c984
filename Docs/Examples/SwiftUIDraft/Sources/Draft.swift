import Foundation
import Listeners
import Observation

/// The text that the user writes, restored from its file when the app starts.
@MainActor
@Observable
final class Draft {
  var text: String { didSet { saver.state = text } }
  @ObservationIgnored let saver: StateSaver<String>

  init(file: URL) {
    saver = StateSaver(file: file, initial: "")
    text = saver.state
    // Called if the file can be read only later, for example after the phone's first unlock. What both
    // have stays there once.
    saver.onRestore = { [weak self] stored, typed in
      let known = stored.split(separator: "\n")
      let new = typed.split(separator: "\n").filter { !known.contains($0) }
      let joined = (known + new).joined(separator: "\n")
      self?.text = joined
      return joined
    }
  }
}
