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
  /// How many lines are kept by now.
  var count: Int { file.count }

  init(file: JournalFile, folder: URL?, screen: Screen) {
    self.file = file
    self.folder = folder
    self.screen = screen
  }

  /// Reads what is there: the one thing that must have happened before the first line is typed.
  func read() throws(JournalFileError) {
    let megabytes = file.unreadSize / 1_000_000
    if megabytes >= 16 { screen.note("reading \(megabytes) MB ...") }
    try file.read()
  }

  /// Keeps lines until `:quit`, the end of input, or the end of what takes the output. Returns the
  /// exit code: 1 if the file could not be written.
  func run(_ input: LineReader) async -> Int32 {
    var unkept: [[UInt8]] = []
    do throws(JournalFileError) {
      screen.say("\(count) \(count == 1 ? "line" : "lines") in \(file.path)")
      if screen.isInteractive { screen.say("Type a line to keep it; :help lists the commands.") }
      prompt()
      while !screen.isClosed, let line = await input.next() {
        isWaitingForLine = false
        if line == Array(":quit".utf8) { break }
        if let kept = try bytesToKeep(line) {
          unkept = [kept]
          try file.append(kept)
          unkept = []
          screen.say("\(count)  ", kept)
        }
        prompt()
      }
      if let failure = input.failure { screen.complain(failure) }
      return input.failure == nil ? 0 : 1
    } catch {
      screen.complain("\(error)")
      await Self.giveBack(unkept, and: input, on: screen)
      return 1
    }
  }

  /// Prints what cannot be kept, so that nothing that was typed is lost: what is left of a script
  /// comes back too.
  static func giveBack(
    _ lines: [[UInt8]] = [], and input: LineReader, on screen: Screen
  ) async {
    var unkept = lines
    if !screen.isInteractive {
      while let line = await input.next() {
        if line == Array(":quit".utf8) { break }
        unkept.append(line)
      }
    }
    if !unkept.isEmpty { screen.complain("Not kept, and printed back:") }
    for line in unkept { screen.say("", line) }
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

  /// Obeys a command, or says what is to be kept of the line: its bytes, as they were typed.
  private func bytesToKeep(_ line: [UInt8]) throws(JournalFileError) -> [UInt8]? {
    let text = String(decoding: line, as: UTF8.self)
    switch text {
    case _ where text.allSatisfy(\.isWhitespace):
      return nil
    case ":help":
      screen.say(
        """
        :list shows what is kept, :quit ends, and ::word keeps ":word".
        Ctrl-Z suspends after saving, and fg comes back; Ctrl-C ends in order.
        The lines are in \(file.path)
        \(folder.map { "What the journal remembers besides is in \($0.path)" } ?? "Nothing else is kept.")
        """)
    case ":list":
      for (index, line) in try file.lines().enumerated() { screen.say("\(index + 1)  ", line) }
    case _ where text.hasPrefix("::"):
      return Array(line.dropFirst())
    case _ where text.hasPrefix(":"):
      screen.say("\(text) is not a command; :help lists them.")
    default:
      return line
    }
    return nil
  }
}
