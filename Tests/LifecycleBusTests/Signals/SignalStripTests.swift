import Foundation
import LifecycleBus
import TestSupport
import Testing

/// The run behind the strip of a service: a real process.
@Suite("Pictures of signals show what a process does", .serialized)
struct SignalStripTests {
  @Test("SIGTERM of a service, whose end waits for a hold")
  func service() async throws {
    let child = try ChildProcess("SignalProbe", ["--exit", "0", "--budget", "30000"])
    try await child.output.wait(for: "ready")
    var trace = Trace()
    trace.add("started", child.output.all)
    child.tell("hold upload")
    child.tell("ping")
    try await child.output.wait(for: "pong")
    child.send(SIGTERM)
    try await child.output.wait(for: "willTerminate")
    child.tell("ping")
    try await child.output.wait(for: "pong")
    trace.add("SIGTERM", child.output.all, outcome: "it waits for a hold")
    child.tell("release")
    #expect(try await child.end.wait(for: "").last == "exited 0")
    trace.add("hold released", child.output.all, outcome: "it exits with 0")
    try PictureFacts.check("strip-service", trace.facts)
  }

  /// The events in what the probe writes, by what was done to it.
  private struct Trace {
    private(set) var facts = StripFacts(steps: [])
    private var seen = 0

    mutating func add(_ cause: String, _ lines: [String], outcome: String? = nil) {
      let heard = lines.dropFirst(seen).compactMap { line -> StripFacts.Heard? in
        guard let word = line.split(separator: " ").first,
          let event = AppLifecycleEvent(rawValue: String(word)),
          let state = event.resultingState
        else { return nil }
        return StripFacts.Heard(
          event: event.rawValue, isAdded: line.hasSuffix("synthesized"), state: state.rawValue)
      }
      seen = lines.count
      facts.steps.append(StripFacts.Step(cause: cause, heard: heard, outcome: outcome))
    }
  }
}
