import Foundation

/// What becomes of the typed lines.
@MainActor
struct Journal {
  let path: String
  let screen: Screen

  /// Keeps lines until `:quit` or the end of input. Returns the exit code: 1 if the file could not be written.
  func run(_ lines: AsyncStream<String>) async -> Int32 {
    var input = lines.makeAsyncIterator()
    var unkept: [String] = []
    do throws(JournalFileError) {
      var file = try JournalFile(path: path)
      screen.say("\(file.count) lines in \(path)")
      if screen.isInteractive { screen.say("Type a line to keep it; :help lists the commands.") }
      screen.prompt()
      while let line = await input.next(), line != ":quit" {
        if let text = textToKeep(line, in: file) {
          unkept = [text]
          try file.append(text)
          unkept = []
          screen.say("\(file.count)  \(text)")
        }
        screen.prompt()
      }
      return 0
    } catch {
      screen.complain("\(error)")
      // Nothing that was typed is lost: what is left of a script comes back too.
      if !screen.isInteractive {
        while let line = await input.next(), line != ":quit" { unkept.append(line) }
      }
      if !unkept.isEmpty { screen.complain("not kept, and printed back:") }
      for line in unkept { screen.say(line) }
      return 1
    }
  }

  /// Obeys a command, or says what is to be kept of the line.
  private func textToKeep(_ line: String, in file: JournalFile) -> String? {
    switch line {
    case _ where line.allSatisfy(\.isWhitespace):
      return nil
    case ":help":
      screen.say(
        ":list shows what is kept, :quit ends; a line that starts with :: is kept with one colon.")
    case ":list":
      for (index, line) in file.lines.enumerated() { screen.say("\(index + 1)  \(line)") }
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
