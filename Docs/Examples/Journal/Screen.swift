import Foundation

/// Where the journal writes: plain when its output goes to a file or a pipe, with a prompt and dim event lines on a
/// terminal.
@MainActor
final class Screen {
  private let takesInputFromTerminal = isatty(0) == 1
  private let isColored =
    isatty(1) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil

  /// Whether somebody types.
  var isInteractive: Bool { takesInputFromTerminal }

  func say(_ text: String) { write(text + "\n", to: .standardOutput) }

  /// A line about the program's own life, kept apart from what the user reads and writes.
  func note(_ text: String) {
    say(isColored ? "\u{1B}[2m  . \(text)\u{1B}[0m" : "  . \(text)")
  }

  func complain(_ text: String) { write("journal: \(text)\n", to: .standardError) }

  func prompt() {
    if isInteractive { write("> ", to: .standardOutput) }
  }

  /// Unbuffered. Output that nobody takes any more (a closed pipe or terminal) is no reason to stop.
  private func write(_ text: String, to handle: FileHandle) {
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
