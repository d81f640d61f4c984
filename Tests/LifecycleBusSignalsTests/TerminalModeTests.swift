import Foundation
import TestSupport
import Testing

@Suite(
  "The recipe for terminal modes", .serialized, .timeLimit(.minutes(hangMinutes)),
  .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
struct TerminalModeTests {
  @Test("Ctrl-Z leaves the modes and the screen as the shell had them, and fg enters them again")
  func suspend() async throws {
    let job = try await Job("FullScreenSample", [])
    #expect(try await isEntered(job))

    try await job.stop()
    #expect(!job.isRaw)

    job.shell(.fg)
    try await job.changes.wait(for: "continued")
    try await waitUntil("the terminal's modes") { job.isRaw }

    job.send(SIGTERM)
    #expect(try await job.changes.wait(for: "exited").last == "exited 0")
    #expect(!job.isRaw)
  }

  @Test("an end by force leaves the modes and the screen as the shell had them")
  func force() async throws {
    let job = try await Job("FullScreenSample", ["--hang"])
    #expect(try await isEntered(job))

    // One that comes within 100 ms of the first does not count as a second one. Sent, and not
    // pressed, because Ctrl-C drops what the terminal has not shown yet.
    let changes = try await job.changes.wait(for: "died", repeating: { job.send(SIGINT) })

    #expect(changes.last == "died \(SIGINT)")
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

    _ = try await job.changes.wait { $0 == "exited 3" || $0.hasPrefix("died") }
    #expect(!job.isRaw)
  }

  @Test(
    "what a child in front leaves is put back, and the end has what was there at the start",
    arguments: [false, true])
  func child(isRaw: Bool) async throws {
    let job = try await Job.probe()
    #expect(job.setRaw(isRaw))

    job.tell(.putChildInFront)
    try await job.trace.wait(for: "child begins")
    #expect(job.setRaw(!isRaw))
    try await job.stop()
    job.shell(.fg)
    try await job.changes.wait(for: "continued")
    job.tell(.endChild)

    try await job.trace.wait(for: "child is over")
    #expect(job.isRaw == isRaw)

    #expect(job.makeRaw())
    job.send(SIGTERM)
    #expect(try await job.changes.wait(for: "exited").last == "exited 3")
    #expect(!job.isRaw)
  }

  @Test("a child that ends in the background leaves the terminal as another program has it")
  func childInBackground() async throws {
    let job = try await Job.probe()
    job.tell(.putChildInFront)
    try await job.trace.wait(for: "child begins")
    try await job.stop()
    job.shell(.bg)
    try await job.changes.wait(for: "continued")
    // As the shell's own line.
    #expect(job.makeRaw())

    job.tell(.endChild)

    try await job.trace.wait(for: "child is over")
    #expect(try await job.ping() == "pong background")
    #expect(job.isRaw)
  }

  private func isEntered(_ job: Job) async throws -> Bool {
    try await job.screen.wait(containing: "\u{1B}[?1049h\u{1B}[?25lready")
    return job.isRaw
  }
}
