import Foundation
import LifecycleBus
import LifecycleBusSignals

/// What becomes of the typed lines.
final class Journal: AppLifecycleListener {
  private let file: JournalFile
  private let screen: Screen
  /// Where the other files of the journal are, for `:help`.
  private let folder: URL?
  private var isWaitingForLine = false
  private static let quit = ":quit"

  /// How many lines are saved by now.
  var count: Int { file.count }

  init(file: JournalFile, folder: URL?, screen: Screen) {
    self.file = file
    self.folder = folder
    self.screen = screen
  }

  /// Reads what is there: the one thing that must have happened before the first line is typed.
  func read() throws(JournalFileError) {
    let megabytes = file.unreadSize / 1_000_000
    if megabytes >= 16 {
      screen.note("reading \(megabytes) MB ...")
    }
    try file.read()
  }

  /// Saves lines until `:quit`, the end of input, or the end of what takes the output. Returns the
  /// exit code: 1 if the file couldn't be written.
  func run() async -> Int32 {
    greet()
    prompt()

    var unsaved: [String] = []
    do throws(JournalFileError) {
      // A read that is cancelled ends the journal too, because each line is saved already.
      while !screen.isClosed, let line = try? await StandardInput.readLine() {
        isWaitingForLine = false
        if line == Self.quit { break }

        if let text = try textToSave(of: line) {
          unsaved = [text]
          try file.append(text)
          unsaved = []
          screen.say("\(count)  \(text)")
        }
        prompt()
      }
    } catch {
      screen.complain("\(error)")
      await Self.giveBack(unsaved, on: screen)
      return 1
    }
    return 0
  }

  private func greet() {
    screen.say("\(count) \(count == 1 ? "line" : "lines") in \(file.path)")
    if screen.isInteractive {
      screen.say("Type a line to keep it; :help lists the commands.")
    }
  }

  /// Prints what can't be saved, so that nothing that was typed is lost: what is left of a script
  /// comes back too.
  static func giveBack(_ lines: [String] = [], on screen: Screen) async {
    var unsaved = lines
    if !screen.isInteractive {
      while let line = try? await StandardInput.readLine() {
        if line == quit { break }
        unsaved.append(line)
      }
    }

    if unsaved.isEmpty { return }
    screen.complain("Not kept, and printed back:")
    for line in unsaved {
      screen.say(line)
    }
  }

  /// Leaves the line with the prompt to the user.
  func onAppWillResignActive() {
    if isWaitingForLine, screen.isInteractive {
      screen.say("")
    }
  }

  /// Asks again, once the journal is in front again.
  func onAppDidBecomeActive() {
    if isWaitingForLine {
      prompt()
    }
  }

  private func prompt() {
    screen.prompt()
    isWaitingForLine = true
  }

  /// Obeys a command, or says what is to be saved of the line.
  private func textToSave(of line: String) throws(JournalFileError) -> String? {
    switch line {
    case _ where line.allSatisfy(\.isWhitespace):
      break
    case ":help":
      help()
    case ":list":
      for (index, line) in try file.lines().enumerated() {
        screen.say("\(index + 1)  ", line)
      }
    case _ where line.hasPrefix("::"):
      return String(line.dropFirst())
    case _ where line.hasPrefix(":"):
      screen.say("\(line) is not a command; :help lists them.")
    default:
      return line
    }

    return nil
  }

  private func help() {
    let besides = folder.map { "What the journal remembers besides is in \($0.path)" }
    screen.say(
      """
      :list shows what is kept, :quit ends, and ::word keeps ":word".
      Ctrl-Z suspends after saving, and fg comes back; Ctrl-C ends in order.
      The lines are in \(file.path)
      \(besides ?? "Nothing else is kept.")
      """)
  }
}
