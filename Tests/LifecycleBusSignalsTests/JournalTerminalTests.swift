import Foundation
import TestSupport
import Testing

@Suite(
  "The journal, on a terminal under a shell with job control", .serialized,
  .timeLimit(.minutes(hangMinutes)),
  .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
struct JournalTerminalTests {
  @Test("Ctrl-Z saves and really stops, fg comes back and says so, Ctrl-C ends by the signal")
  func suspend() async throws {
    let folder = try JournalFolder()
    let job = try await folder.open(typing: "dear diary")

    try await job.stop()
    #expect(folder.savedFile("state") != nil)

    job.shell(.fg)
    try await job.screen.wait(containing: "willEnterForeground: background -> inactive")
    try await job.screen.wait(containing: "didBecomeActive: inactive -> active")
    job.press("again\n")
    try await job.screen.wait(containing: "2  again")

    job.press("\u{3}")
    #expect(try await job.changes.wait(for: "died").last == "died \(SIGINT)")
    #expect(folder.text == "dear diary\nagain\n")
    #expect(folder.savedFile("timeline.svg") != nil)
  }

  @Test("a closed terminal loses nothing")
  func closedTerminal() async throws {
    let folder = try JournalFolder()
    let job = try await folder.open(typing: "dear diary")

    job.killShell()

    // The journal holds the other end of its trace until it has ended.
    try await job.trace.waitForEnd()
    #expect(folder.text == "dear diary\n")
    #expect(try await folder.run("").contains("  . the run before: The last run ended in order."))
  }

  @Test("kill -9 loses at most the line being typed, and the next run says that it happened")
  func killed() async throws {
    let folder = try JournalFolder()
    let job = try await folder.open(typing: "dear diary")

    job.press("half a li")
    job.send(SIGKILL)

    #expect(try await job.changes.wait(for: "died").last == "died \(SIGKILL)")
    #expect(folder.text == "dear diary\n")

    let printed = try await folder.run("next\n")

    #expect(printed.contains { $0.hasPrefix("  . The last run crashed, or was ended by") })
    #expect(folder.text == "dear diary\nnext\n")
  }

  @Test("a second journal says which process has the file, and harms nothing")
  func secondJournal() async throws {
    let folder = try JournalFolder()
    let job = try await folder.open(typing: "one")

    let second = try await folder.run("two\n")

    let refusal = second.first {
      $0.hasPrefix("journal: The journal cannot be kept in \(folder.path): ")
    }
    #expect(refusal?.contains("process \(job.pid) keeps a journal in it") == true)
    #expect(second.contains("two"))
    #expect(second.last == "exit 1")
    #expect(!second.contains { $0.contains("crashed") })
    try await expectGoodEnd(of: job, in: folder, text: "one\n")
  }

  private func expectGoodEnd(of job: Job, in folder: JournalFolder, text: String) async throws {
    job.press(":quit\n")
    #expect(try await job.changes.wait(for: "exited").last == "exited 0")

    #expect(folder.text == text)
    #expect(try await folder.run("").contains("  . the run before: The last run ended in order."))
  }
}

extension JournalFolder {
  /// Opens the journal on a terminal, and types its first line.
  func open(typing line: String) async throws -> Job {
    let job = try await Job("journal", [path], environment: environment)
    try await job.screen.wait(containing: "Type a line")

    job.press("\(line)\n")
    try await job.screen.wait(containing: "1  \(line)")
    return job
  }
}
