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
  }
}
