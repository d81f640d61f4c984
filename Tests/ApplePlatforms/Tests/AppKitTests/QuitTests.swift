import Foundation
import Testing

/// Each Quit in a program of its own, whose main thread runs the run loop as AppKit's does.
@Suite("Quit on a Mac", .timeLimit(.minutes(5)))
struct QuitTests {
  static let origins = ["menu", "event", "timer", "task", "block"]
  let down = [
    "willResignActive synthesized", "didEnterBackground synthesized", "willTerminate posted",
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

  @Test("Quit delivers the end once and waits for the upload (73)", arguments: origins)
  func now(origin: String) throws {
    #expect(try output(origin, "now") == down + ["sent", "quit"])
  }

  @Test("Quit waits for an answer, and then for the upload (73)", arguments: origins)
  func later(origin: String) throws {
    #expect(try output(origin, "later") == ["asked"] + down + ["sent", "quit"])
  }

  @Test("a second Quit ends the wait and names what is open (73)", arguments: origins)
  func twice(origin: String) throws {
    #expect(try output(origin, "twice") == down + ["expired [\"upload\"]", "quit"])
  }
}
