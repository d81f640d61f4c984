import Foundation
import TestSupport
import Testing

@Suite("The journal, on a terminal under a shell with job control", .serialized)
struct JournalTerminalTests {
  @Test("Ctrl-Z saves and really stops, fg comes back and says so, Ctrl-C ends by the signal")
  func suspend() async throws {
    let folder = try JournalFolder()
    let job = try await folder.open()
    job.press("dear diary\n")
    try await job.screen.wait(containing: "1  dear diary")
    job.press("\u{1A}")
    try await job.news.wait(for: "stopped \(SIGTSTP)")
    #expect(FileManager.default.fileExists(atPath: folder.path + ".state"))
    job.shell("fg")
    try await job.screen.wait(containing: "willEnterForeground: background -> inactive")
    try await job.screen.wait(containing: "didBecomeActive: inactive -> active")
    job.press("again\n")
    try await job.screen.wait(containing: "2  again")
    job.press("\u{3}")
    #expect(try await job.news.wait(for: "died").last == "died \(SIGINT)")
    #expect(folder.text == "dear diary\nagain\n")
    #expect(FileManager.default.fileExists(atPath: folder.path + ".timeline.svg"))
  }

  @Test("after bg nothing is written and nothing is read; fg brings it back")
  func background() async throws {
    let folder = try JournalFolder()
    let job = try await folder.open()
    job.press("\u{1A}")
    try await job.news.wait(for: "stopped \(SIGTSTP)")
    try await job.screen.wait(containing: "didEnterBackground")
    job.shell("bg")
    try await job.news.wait(for: "continued")
    let before = job.screen.all
    // Typed for the program in front; the terminal echoes it, and the journal writes nothing.
    job.press("for the shell\n")
    try await job.screen.wait(containing: "for the shell")
    #expect(job.screen.all.count == before.count + 1)
    #expect(!job.news.all.contains("stopped \(SIGTTIN)"))
    job.shell("front")
    try await job.screen.wait(containing: "didBecomeActive: inactive -> active")
    job.press(":quit\n")
    #expect(try await job.news.wait(for: "exited").last == "exited 0")
  }

  @Test("kill ends it by the signal, with everything kept", arguments: [SIGTERM, SIGHUP])
  func kill(signal: Int32) async throws {
    let folder = try JournalFolder()
    let job = try await folder.open()
    job.press("dear diary\n")
    try await job.screen.wait(containing: "1  dear diary")
    job.send(signal)
    #expect(try await job.news.wait(for: "died").last == "died \(signal)")
    #expect(folder.text == "dear diary\n")
    #expect(try await folder.run("").contains("  . the run before: The last run ended in order."))
  }

  @Test("a closed terminal loses nothing")
  func closedTerminal() async throws {
    let folder = try JournalFolder()
    let job = try await folder.open()
    job.press("dear diary\n")
    try await job.screen.wait(containing: "1  dear diary")
    job.killShell()
    // The journal holds the other end of its trace until it has ended.
    try await job.trace.waitForEnd()
    #expect(folder.text == "dear diary\n")
    #expect(try await folder.run("").contains("  . the run before: The last run ended in order."))
  }

  @Test("kill -9 loses at most the line being typed, and the next run says that it happened")
  func killed() async throws {
    let folder = try JournalFolder()
    let job = try await folder.open()
    job.press("dear diary\n")
    try await job.screen.wait(containing: "1  dear diary")
    job.press("half a li")
    job.send(SIGKILL)
    #expect(try await job.news.wait(for: "died").last == "died \(SIGKILL)")
    #expect(folder.text == "dear diary\n")
    let printed = try await folder.run("next\n")
    #expect(printed.contains("  . The last run crashed or was killed in the foreground."))
    #expect(folder.text == "dear diary\nnext\n")
  }

  @Test("Ctrl-D ends it in order")
  func endOfInput() async throws {
    let folder = try JournalFolder()
    let job = try await folder.open()
    job.press("\u{4}")
    #expect(try await job.news.wait(for: "exited").last == "exited 0")
  }
}

extension JournalFolder {
  /// Opens the journal on a terminal, and waits until it has said what to do.
  func open() async throws -> Job {
    let job = try await Job("journal", [path])
    try await job.screen.wait(containing: "Type a line")
    return job
  }
}
