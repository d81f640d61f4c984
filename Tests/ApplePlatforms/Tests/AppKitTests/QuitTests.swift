import Foundation
import Testing

/// Each Quit in a program of its own, whose main thread runs the run loop as AppKit's does.
@Suite("Quit on a Mac", .timeLimit(.minutes(5)))
struct QuitTests {
  static let origins = ["menu", "event", "timer", "task", "block"]
  static let down = [
    "willResignActive synthesized", "didEnterBackground synthesized", "willTerminate posted",
  ]
  /// Quit delivers the end once and waits for the upload; it waits for an answer before; and a second
  /// Quit ends the wait and names what is open.
  static let outputs = [
    "now": down + ["sent", "quit"], "later": ["asked"] + down + ["sent", "quit"],
    "twice": down + ["expired [\"upload\"]", "quit"],
  ]

  private func output(_ arguments: String...) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
      .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "quit")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe

    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()

    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("Quit delivers the end, and waits, wherever it begins (73)", arguments: origins, outputs)
  func quit(origin: String, row: (key: String, value: [String])) throws {
    #expect(try output(origin, row.key) == row.value)
  }
}
