import Foundation
import TestSupport
import Testing

@Suite("The recipe for terminal modes", .serialized)
struct TerminalModeTests {
  @Test("Ctrl-Z leaves the modes and the screen as the shell had them, and fg enters them again")
  func suspend() async throws {
    let job = try await Job("FullScreenSample", [])
    #expect(try await entered(job))
    try await job.stop()
    #expect(!job.isRaw)
    job.shell("fg")
    try await job.news.wait(for: "continued")
    while !job.isRaw { try await Task.sleep(for: .milliseconds(1)) }
    job.send(SIGTERM)
    #expect(try await job.news.wait(for: "exited").last == "exited 0")
    #expect(!job.isRaw)
  }

  @Test(
    "Ctrl-C and Ctrl-\\ leave the modes, also where the Swift runtime prints a backtrace of a crash",
    arguments: [("\u{3}", SIGINT), ("\u{1C}", SIGQUIT)])
  func interrupt(key: String, signal: Int32) async throws {
    // The variable is set by `env`, because tests start children without backtraces.
    let job = try await Job(
      "/usr/bin/env",
      ["SWIFT_BACKTRACE=enable=yes", ChildProcess.path(of: "FullScreenSample")])
    #expect(try await entered(job))
    job.press(key)
    #expect(try await job.news.wait(for: "died").last == "died \(signal)")
    #expect(!job.isRaw)
  }

  @Test("an end by force leaves the modes and the screen as the shell had them")
  func force() async throws {
    let job = try await Job("FullScreenSample", ["--hang"])
    #expect(try await entered(job))
    // One that comes within 100 ms of the first does not count as a second one. Sent, and not
    // pressed, because Ctrl-C drops what the terminal has not shown yet.
    let news = try await job.news.wait(for: "died", repeating: { job.send(SIGINT) })
    #expect(news.last == "died \(SIGINT)")
    #expect(!job.isRaw)
    // The terminal shows the rest of a line only with the next line end.
    job.press("echo\n")
    try await job.screen.wait(containing: "\u{1B}[?25h\u{1B}[?1049l")
  }

  @Test(
    "an end in order puts the modes back that the program has left", arguments: [SIGINT, SIGTERM])
  func orderly(signal: Int32) async throws {
    let job = try await Job.probe()
    #expect(job.makeRaw())
    job.send(signal)
    _ = try await job.news.wait { $0 == "exited 3" || $0.hasPrefix("died") }
    #expect(!job.isRaw)
  }

  private func entered(_ job: Job) async throws -> Bool {
    try await job.screen.wait(containing: "\u{1B}[?1049h\u{1B}[?25lready")
    return job.isRaw
  }
}
