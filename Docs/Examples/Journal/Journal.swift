import Foundation
import LifecycleBus

/// What becomes of the typed lines.
final class Journal: AppLifecycleListener {
  let path: String
  private let screen: Screen
  private var file: JournalFile?
  private var isWaitingForLine = false
  var isOpen: Bool { file != nil }
  /// How many lines are kept by now.
  var count: Int { file?.count ?? 0 }

  init(path: String, screen: Screen) {
    self.path = path
    self.screen = screen
  }

  /// Opens the file: the one thing that must have happened before the first line is typed.
  func open() throws(JournalFileError) {
    file = try JournalFile(path: path)
  }

  /// Keeps lines until `:quit` or the end of input. Returns the exit code: 1 if the file could not
  /// be written.
  func run(_ lines: AsyncStream<String>) async -> Int32 {
    var input = lines.makeAsyncIterator()
    var unkept: [String] = []
    do throws(JournalFileError) {
      if file == nil { try open() }
      screen.say("\(count) \(count == 1 ? "line" : "lines") in \(path)")
      if screen.isInteractive { screen.say("Type a line to keep it; :help lists the commands.") }
      prompt()
      while let line = await input.next() {
        isWaitingForLine = false
        if line == ":quit" { break }
        if let text = textToKeep(line) {
          unkept = [text]
          try file?.append(text)
          unkept = []
          screen.say("\(count)  \(text)")
        }
        prompt()
      }
      return 0
    } catch {
      screen.complain("\(error)")
      // Nothing that was typed is lost: what is left of a script comes back too.
      if !screen.isInteractive {
        while let line = await input.next(), line != ":quit" { unkept.append(line) }
      }
      if !unkept.isEmpty { screen.complain("Not kept, and printed back:") }
      for line in unkept { screen.say(line) }
      return 1
    }
  }

  /// Leaves the line with the prompt to the user.
  func onAppWillResignActive() {
    if isWaitingForLine, screen.isInteractive { screen.say("") }
  }

  /// Asks again, once the journal is in front again.
  func onAppDidBecomeActive() {
    if isWaitingForLine { prompt() }
  }

  private func prompt() {
    screen.prompt()
    isWaitingForLine = true
  }

  /// Obeys a command, or says what is to be kept of the line.
  private func textToKeep(_ line: String) -> String? {
    switch line {
    case _ where line.allSatisfy(\.isWhitespace):
      return nil
    case ":help":
      screen.say(
        """
        :list shows what is kept, :quit ends, and ::word keeps ":word".
        Ctrl-Z suspends after saving, and fg comes back; Ctrl-C ends in order.
        """)
    case ":list":
      for (index, line) in (file?.lines ?? []).enumerated() { screen.say("\(index + 1)  \(line)") }
    case _ where line.hasPrefix("::"):
      return String(line.dropFirst())
    case _ where line.hasPrefix(":"):
      screen.say("\(line) is not a command; :help lists them.")
    default:
      return line
    }
    return nil
  }
}
