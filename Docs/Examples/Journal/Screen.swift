import Foundation
import LifecycleBus

/// Where the journal writes: plain when its output goes to a file or a pipe; with a prompt and dim
/// event lines on a terminal, and then only while the terminal is ours.
@MainActor
final class Screen {
  /// What the terminal is to this process right now.
  var terminal: () -> ProcessSignalSource.Terminal = { .none }
  /// Whether the input is a terminal.
  let isInteractive = isatty(0) == 1
  private let isTerminal = isatty(1) == 1
  private let isColored = ProcessInfo.processInfo.environment["NO_COLOR"] == nil

  func say(_ text: String) { write(text + "\n", to: .standardOutput) }

  /// A line about the program's own life, kept apart from what the user reads and writes.
  func note(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      say(isTerminal && isColored ? "\u{1B}[2m  . \(line)\u{1B}[0m" : "  . \(line)")
    }
  }

  func complain(_ text: String) { write("journal: \(text)\n", to: .standardError) }

  func prompt() {
    if isInteractive { write("> ", to: .standardOutput) }
  }

  /// Unbuffered. Nothing goes to a terminal that is another program's or gone, and a closed pipe
  /// ends the journal no sooner.
  private func write(_ text: String, to handle: FileHandle) {
    if isTerminal, [.background, .gone].contains(terminal()) { return }
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
