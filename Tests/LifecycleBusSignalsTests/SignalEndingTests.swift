import Foundation
import TestSupport
import Testing

@testable import LifecycleBusSignals

@Suite(
  "Signals that end the process", .serialized, .timeLimit(.minutes(hangMinutes)),
  .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
struct SignalEndingTests {
  @Test(
    "a source without a body launches the app, and ends by the signal or the code (75)",
    arguments: [
      ("automatic", SIGTERM, "died 15"), ("returnToMain", SIGHUP, "died 1"),
      ("0", SIGTERM, "exited 0"),
    ])
  func withoutBody(policy: String, signal: Int32, end: String) async throws {
    let child = try await ChildProcess.probe(.none, ["--exit", policy])

    child.send(signal)

    #expect(try await child.wait() == end)
    let events = RunTests.wayDown.map { "\($0) \(ProcessSignal(rawValue: signal))" }
    #expect(child.output.all == RunTests.launch + events)
  }

  @Test(
    "nothing that blocks stops the budget from running out, and a sentence says who blocks",
    arguments: [
      (["--block", "didEnterBackground"], "the main actor did not answer"),
      (["--body", "\(ProbeBody.blocksTheMainActor)"], "the main actor did not answer"),
      (["--body", "\(ProbeBody.ignoresCancellation)"], "the body of run(_:) did not answer"),
      (["--body", "\(ProbeBody.holdsToItsEnd)", "--no-anomalies"], "open: all of it"),
    ])
  func budget(options: [String], words: String) async throws {
    let sentence = try await lastWords(["--budget", "1000"] + options)

    #expect(sentence.hasPrefix("LifecycleBus: "))
    #expect(sentence.contains(words), "\(sentence)")
  }

  @Test("an error that the body throws after a signal is a sentence")
  func errorAfterSignal() async throws {
    let sentence = try await lastWords(["--body", "\(ProbeBody.failsWhenCancelled)"])

    #expect(sentence.hasPrefix("LifecycleBus: "))
    #expect(sentence.contains("the program ended with an error: Mistake()"), "\(sentence)")
  }

  /// The first line that a probe writes to standard error when SIGTERM ends it.
  private func lastWords(_ options: [String]) async throws -> String {
    let errors = try ChannelEnds()
    let child = try ChildProcess("SignalProbe", options, descriptors: [2: errors.write])
    close(errors.write)
    let complaints = LineReader(errors.read)
    try await child.output.wait(for: "ready")

    child.send(SIGTERM)

    #expect(try await child.wait() == "died \(SIGTERM)")
    try await complaints.waitForEnd()
    return complaints.all.first ?? ""
  }

  @Test("an exit handler that hangs does not stop the budget from running out")
  func stuckExit() async throws {
    let child = try await ChildProcess.probe(
      .returnsWhenCancelled, ["--exit", "7", "--hang-at-exit", "--budget", "500"])

    child.send(SIGTERM)

    #expect(try await child.wait() == "died \(SIGTERM)")
    #expect(child.output.all.contains("exiting"))
  }

  @Test("a body that fails when the reader has gone is ended by SIGPIPE, before the signal comes")
  func failsWithoutReader() async throws {
    let probe = try await PipedProbe(["--body", "\(ProbeBody.failsWhenTold)"])

    try await probe.closeReader()
    try probe.tell(.returnFromBody)

    #expect(try await probe.child.end.wait(for: "").last == "died \(SIGPIPE)")
    try await probe.trace.waitForEnd()
    #expect(!probe.trace.all.contains { $0.hasPrefix("error") })
  }

  @Test("a broken pipe elsewhere, as of a client that hangs up, is an error of the write alone")
  func brokenPipeElsewhere() async throws {
    let child = try await ChildProcess.probe()

    for _ in 0..<3 {
      child.tell(.writeToBrokenPipe)
      try await child.output.wait(for: "wrote -1 true")
    }
    child.send(SIGPIPE)

    #expect(try await child.ping() == "pong active")
    child.send(SIGTERM)
    #expect(try await child.wait() == "exited 3")
  }

  @Test(
    "a signal with an action runs it and ends nothing",
    arguments: [(SIGHUP, "SIGHUP"), (SIGINT, "SIGINT")])
  func action(signal: Int32, name: String) async throws {
    let child = try await ChildProcess.probe(.returnsWhenCancelled, ["--action", "\(signal)"])

    for _ in 0..<2 {
      child.send(signal)
      #expect(try await child.output.wait(for: "action") == ["action \(name) begins"])

      child.tell(.endActions)
      try await child.output.wait(for: "action \(name) ends")
    }

    #expect(try await child.ping() == "pong active")
  }
}
