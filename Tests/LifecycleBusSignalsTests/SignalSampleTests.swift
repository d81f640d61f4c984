import Foundation
import TestSupport
import Testing

@Suite("The sample of the README, under a shell with job control", .serialized)
struct SignalSampleTests {
  @Test("it prints what the README says on Ctrl-Z, fg and kill")
  func sample() async throws {
    let job = try await Job("SignalSample", [])
    try await job.screen.wait(for: "didBecomeActive")
    job.press("\u{1A}")
    try await job.news.wait(for: "stopped \(SIGTSTP)")
    job.shell("fg")
    try await job.screen.wait(for: "didBecomeActive")
    job.send(SIGTERM)
    try await job.screen.wait(for: "main goes on")
    #expect(try await job.news.wait(for: "exited").last == "exited 0")
    // The terminal shows the key that was pressed.
    let lines = job.screen.all.map { $0.replacingOccurrences(of: "^Z", with: "") }
    #expect(
      lines == [
        "didFinishLaunching", "willEnterForeground", "didBecomeActive", "willResignActive",
        "didEnterBackground", "willEnterForeground", "didBecomeActive", "willResignActive",
        "didEnterBackground", "willTerminate", "main goes on",
      ])
  }

  @Test("Ctrl-C ends it in order, and a loop of the shell that runs it")
  func loop() async throws {
    let job = try await Job("/bin/sh", ["-c", "while true; do '\(Self.sample)'; echo again; done"])
    try await job.screen.wait(for: "didBecomeActive")
    job.press("\u{3}")
    #expect(try await job.news.wait(for: "died").last == "died \(SIGINT)")
    #expect(!job.screen.all.contains("again"))
  }

  private static let sample = ChildProcess.path(of: "SignalSample")
}
