import Foundation
import TestSupport
import Testing

@Suite("The journal, where its output goes nowhere", .timeLimit(.minutes(hangMinutes)))
struct JournalOutputTests {
  #if os(Linux)
    @Test("a device that is always full takes no acknowledgement, and every line is kept")
    func fullDevice() async throws {
      let folder = try JournalFolder()
      let printed = try await folder.run("one\ntwo\n", outputs: ">/dev/full 2>&1")
      #expect(printed == ["exit 0"])
      #expect(folder.text == "one\ntwo\n")
      #expect(
        try await folder.run("").contains("  . the run before: The last run ended in order."))
    }
  #endif

  @Test("a pipe that is full and that nobody reads: the end is forced at the budget, and said")
  func fullPipe() async throws {
    let folder = try JournalFolder()
    _ = try await folder.run("before\n")
    let (output, errors) = (try ChannelEnds(), try ChannelEnds())
    _ = fcntl(output.write, F_SETFL, O_NONBLOCK)
    let bytes = [UInt8](repeating: 0x78, count: 4_096)
    while write(output.write, bytes, bytes.count) > 0 {}
    _ = fcntl(output.write, F_SETFL, 0)
    let child = try ChildProcess(
      "journal", [folder.path], environment: folder.environment,
      descriptors: [1: output.write, 2: errors.write])
    for end in [output.write, errors.write] { close(end) }
    let said = LineReader(errors.read)
    // Its first line blocks the main actor.
    try await said.wait(containing: "didBecomeActive")
    child.send(SIGTERM)
    #expect(try await child.end.wait(for: "").last == "died \(SIGTERM)")
    try await said.wait(containing: "the main actor did not answer within 5.0 seconds")
    close(output.read)
    #expect(folder.text == "before\n")
    #expect(
      try await folder.run("").contains(
        "  . the run before: The last run crashed or was killed in the foreground."))
  }
}
