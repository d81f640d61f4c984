import Foundation
import TestSupport
import Testing

/// Tools as a page shows them, in a pipeline and at a prompt.
@Suite(
  "A tool's input and output", .serialized, .timeLimit(.minutes(hangMinutes)),
  .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
struct ToolTests {
  @Test(
    "a reader that goes ends it by SIGPIPE without a word, whatever it writes with",
    arguments: ["print", "data", "log"], ["on", "off"])
  func brokenPipe(writer: String, place: String) async throws {
    for _ in 0..<Rounds.count(2) {
      let output = try ChannelEnds()
      let errors = try ChannelEnds()
      let child = try ChildProcess(
        "ToolChild", ["write", writer, place], descriptors: [1: output.write, 2: errors.write])
      close(output.write)
      close(errors.write)

      // As `head -2` does.
      try readSome(output.read)
      close(output.read)

      #expect(try await child.wait() == "died \(SIGPIPE)")
      let complaints = LineReader(errors.read)
      try await complaints.waitForEnd()
      #expect(complaints.all == [])
    }
  }

  private func readSome(_ descriptor: Int32) throws {
    var buffer = [UInt8](repeating: 0, count: 14)
    let count = read(descriptor, &buffer, buffer.count)
    try #require(count > 0)
  }

  // MARK: Lines

  @Test("a line has no end, also the last one, and what is no UTF-8 is repaired")
  func lines() async throws {
    let invalid: [UInt8] = [0xFF]
    let child = try tool(
      "lines", typing: Array("one\r\n\n  two \nf".utf8) + invalid + Array("r".utf8))

    #expect(try await child.wait() == "exited 0")
    #expect(child.output.all == ["<one>", "<>", "<  two >", "<f\u{FFFD}r>"])
  }

  @Test("long lines and many lines arrive whole")
  func many() async throws {
    let long = String(repeating: "x", count: 200_000)
    let lines = [long] + (0..<5_000).map { "line \($0)" } + [long]
    let child = try tool("lines", typing: Array(lines.joined(separator: "\n").utf8))

    #expect(try await child.wait() == "exited 0")
    #expect(child.output.all == lines.map { "<\($0)>" })
  }

  @Test("where nothing can be read, there is no line", arguments: ["<&-", "< /", "< /dev/null"])
  func nothing(redirection: String) async throws {
    let child = try ChildProcess(
      "/bin/sh",
      ["-c", "exec \"$0\" ask \(redirection)", ChildProcess.path(of: "ToolChild")])

    #expect(try await child.wait() == "exited 0")
    #expect(child.output.all == ["asked", "Name: Hello, nobody!"])
  }

  @Test("two callers at once get a line each")
  func together() async throws {
    let child = try tool("together", typing: Array("1\n2\n3\n".utf8))

    #expect(try await child.wait() == "exited 0")
    #expect(child.output.all == ["1 2"])
  }

  @Test("a read that was given up leaves its line to the next one")
  func givenUp() async throws {
    let child = try ChildProcess("ToolChild", ["give-up"])
    try await child.output.wait(for: "given up true")

    child.tell("a line")

    #expect(try await child.wait() == "exited 0")
    #expect(child.output.all.last == "a line")
  }

  /// A tool that reads these bytes from a file.
  private func tool(_ name: String, typing bytes: [UInt8]) throws -> ChildProcess {
    let file = TestFiles.folder.appending(path: "input-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    let input = open(file.path, O_RDONLY)
    defer {
      close(input)
    }
    return try ChildProcess("ToolChild", [name], descriptors: [0: input])
  }

  // MARK: A prompt

  @Test("at a prompt the name is read, and Ctrl-C ends the tool of SIGINT before any answer")
  func prompt() async throws {
    let first = try await Job("ToolChild", ["ask"])
    try await first.screen.wait(containing: "asked")
    first.press("Ada\n")
    try await first.screen.wait(containing: "Hello, Ada!")
    #expect(try await first.changes.wait(for: "exited").last == "exited 0")

    let second = try await Job("ToolChild", ["ask"])
    try await second.screen.wait(containing: "asked")
    second.press("\u{3}")
    #expect(try await second.changes.wait(for: "died").last == "died \(SIGINT)")
    second.press("\n")
    #expect(!second.screen.all.contains { $0.contains("Hello") })
  }

  // MARK: Twice

  @Test("after a body that ended by itself, run may be called again")
  func twice() async throws {
    let child = try ChildProcess("ToolChild", ["twice"])

    #expect(try await child.wait() == "exited 0")
    let lines = [1, 2].flatMap { number in
      [
        "\(number) didBecomeActive", "\(number) false", "\(number) willTerminate", "late",
        "ended true",
      ]
    }
    #expect(child.output.all == lines)
  }
}
