import Foundation
import TestSupport
import Testing

@testable import LifecycleBusSignals

/// Sends signals to a child process. S1 to S18 number the cases of the signal source.
@Suite("Signals that end the process", .serialized, .timeLimit(.minutes(hangMinutes)))
struct SignalEndingTests {
  @Test(
    "a source without a body launches the app, and ends by the signal or the code (S1, 75)",
    arguments: [
      ("auto", SIGTERM, "died 15"), ("auto", SIGINT, "died 2"), ("return", SIGHUP, "died 1"),
      ("0", SIGTERM, "exited 0"),
    ])
  func withoutBody(policy: String, signal: Int32, end: String) async throws {
    let child = try await ChildProcess.probe(["--body", "none", "--exit", policy])
    child.send(signal)
    #expect(try await child.wait() == end)
    let launch = ["didFinishLaunching", "willEnterForeground", "didBecomeActive", "ready"]
    let name = "\(ProcessSignal(rawValue: signal))"
    #expect(
      child.output.all == launch + RunTests.wayDown.map { "\($0) \(name)" })
  }

  @Test(
    "nothing that blocks stops the budget from running out, and a sentence says who blocks (S11)",
    arguments: [
      (["--block", "didEnterBackground"], "the main actor did not answer"),
      (["--body", "busy"], "the main actor did not answer"),
      (["--body", "never"], "the body of run(_:) did not answer"),
      (["--body", "hold", "--anomalies", "no"], "open: all of it"),
      (["--body", "error", "--budget", "30000"], "the program ended with an error: Mistake()"),
    ])
  func budget(options: [String], words: String) async throws {
    let errors = try ChannelEnds()
    let child = try ChildProcess(
      "SignalProbe", ["--budget", "200"] + options, descriptors: [2: errors.write])
    close(errors.write)
    let complaints = LineReader(errors.read)
    try await child.output.wait(for: "ready")
    child.send(SIGTERM)
    #expect(try await child.wait() == "died \(SIGTERM)")
    try await complaints.waitForEnd()
    let sentence = complaints.all.first ?? ""
    #expect(sentence.hasPrefix("LifecycleBus: ") && sentence.contains(words), "\(sentence)")
  }

  @Test("an exit handler that hangs does not stop the budget from running out (S11)")
  func stuckExit() async throws {
    let child = try await ChildProcess.probe([
      "--exit", "7", "--hang-at-exit", "yes", "--budget", "1000",
    ])
    child.send(SIGTERM)
    #expect(try await child.wait() == "exited 7")
    #expect(child.output.all.contains("exiting"))
  }

  @Test("a reader that goes is the way down, once, and the process waits for its holds")
  func readerGone() async throws {
    let probe = try PipedProbe()
    try await probe.lines.wait(for: "ready")
    try probe.tell("hold file\nping\n")
    try await probe.lines.wait(for: "pong")
    close(probe.output.read)
    try probe.tell("lines\n")
    let lines = try await probe.lines.wait(for: "willTerminate").filter { $0 != "100 lines" }
    #expect(lines == RunTests.wayDown.map { "\($0) SIGPIPE" })
    // It writes on, and each line brings the signal again.
    try probe.tell("lines\n")
    try await probe.lines.wait(for: "100 lines")
    try probe.tell("ping\nrelease\n")
    try await probe.lines.wait(for: "pong terminated")
    #expect(try await probe.child.end.wait(for: "").last == "died \(SIGPIPE)")
  }

  @Test("a broken pipe elsewhere, as of a client that hangs up, is an error of the write alone")
  func brokenPipeElsewhere() async throws {
    let child = try await ChildProcess.probe()
    for _ in 0..<3 {
      child.tell("break")
      try await child.output.wait(for: "wrote -1 true")
    }
    child.send(SIGPIPE)
    #expect(try await child.ping() == "pong active terminal none")
    child.send(SIGTERM)
    #expect(try await child.wait() == "exited 3")
  }

  @Test(
    "a signal with an action runs it and ends nothing",
    arguments: [
      (SIGHUP, "SIGHUP"), (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"), (SIGWINCH, "SIGWINCH"),
      (SIGINT, "SIGINT"),
    ])
  func action(signal: Int32, name: String) async throws {
    let child = try await ChildProcess.probe(["--on", "\(signal)"])
    for _ in 0..<3 {
      child.send(signal)
      #expect(try await child.output.wait(for: "action") == ["action \(name) begins"])
      child.tell("go")
      try await child.output.wait(for: "action \(name) ends")
    }
    #expect(try await child.ping() == "pong active terminal none")
  }
}
