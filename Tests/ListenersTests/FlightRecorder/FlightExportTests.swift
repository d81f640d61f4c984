import Foundation
import LifecycleBus
import Testing

@testable import Listeners

@Suite("What a recording is exported as")
struct FlightExportTests {
  @Test("the table has one line for each event and marks the late ones")
  func table() {
    let lines = SampleFlight.journal.table.split(separator: "\n").map(String.init)
    #expect(lines.count == 12)
    #expect(lines[0].hasPrefix("    #     at  event  "))
    #expect(
      lines[5]
        == "!   5   21 s  didEnterBackground                 inactive -> background      44 ms"
        + "  SearchIndex 44 ms")
    #expect(lines.filter { $0.hasPrefix("!") }.count == 2)
    #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
  }

  @Test("JSON Lines have one object a line with stable keys")
  func jsonLines() throws {
    let lines = SampleFlight.journal.jsonLines.split(separator: "\n")
    #expect(lines.count == 11)
    for line in lines {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(
        object.keys.sorted() == [
          "calls", "date", "durationMicroseconds", "event", "isOverBudget", "number", "origin",
          "previousState", "startMicroseconds", "state",
        ])
    }
    #expect(
      lines[1]
        == """
        {"calls":[{"durationMicroseconds":40,"listener":"EventLog","startMicroseconds":75000}],\
        "date":"2026-11-21T09:33:02.075Z","durationMicroseconds":40,"event":"willEnterForeground",\
        "isOverBudget":false,"number":2,"origin":"synthesized","previousState":"inactive",\
        "startMicroseconds":75000,"state":"inactive"}
        """)
  }

  private func traceEvents(_ recording: FlightRecording) throws -> [[String: Any]] {
    let trace = try #require(
      try JSONSerialization.jsonObject(with: Data(recording.trace.utf8)) as? [String: Any])
    #expect(trace["displayTimeUnit"] as? String == "ms")
    return try #require(trace["traceEvents"] as? [[String: Any]])
  }

  /// Field names and types: "Trace Event Format", the document that the Perfetto UI and
  /// chrome://tracing follow.
  @Test(
    "the trace is valid by the Trace Event Format",
    arguments: [
      SampleFlight.journal, SampleFlight.recording([]),
      SampleFlight.random(count: 512, over: 1e7, seed: 7),
    ])
  func trace(recording: FlightRecording) throws {
    let events = try traceEvents(recording)
    #expect(events.count >= recording.events.count * 2 + 3)
    for event in events {
      #expect(event["name"] is String)
      #expect(event["pid"] as? Int == 42)
      #expect(event["tid"] is Int)
      let start = try #require(event["ts"] as? Double)
      #expect(start >= 0)
      switch event["ph"] as? String {
      case "X": #expect((event["dur"] as? Double).map { $0 >= 0 } == true)
      case "M": #expect((event["args"] as? [String: Any])?["name"] is String)
      default: Issue.record("\(event) is of no known kind")
      }
    }
  }

  @Test("the trace's times are microseconds, and listeners lie inside their event")
  func traceTimes() throws {
    let events = try traceEvents(SampleFlight.journal)
    let index = try #require(events.firstIndex { $0["name"] as? String == "didEnterBackground" })
    #expect(events[index]["ts"] as? Double == 21_304_000)
    #expect(events[index]["dur"] as? Double == 44_300)
    #expect(events[index + 1]["name"] as? String == "SearchIndex")
    #expect(events[index + 1]["dur"] as? Double == 44_000)
    #expect(events[index + 2]["ts"] as? Double == 21_348_000)
    #expect(SampleFlight.journal.trace.contains(#""startDate":"2026-11-21T09:33:02.000Z""#))
  }

  @Test("a recording is written whole and readable by its owner only")
  func write() throws {
    let folder = TemporaryFolder()
    try SampleFlight.journal.write({ $0.table }, to: folder.file("new/flight"))
    let written = try String(contentsOf: folder.file("new/flight"), encoding: .utf8)
    #expect(written == SampleFlight.journal.table)
    #expect(try folder.permissions("new/flight") == 0o600)
    #expect(throws: ListenerFileError.self) {
      try SampleFlight.journal.write({ $0.table }, to: URL(fileURLWithPath: "/dev/null/flight"))
    }
  }

  @Test(
    "a duration is printed in one or two units",
    arguments: [
      (Duration.zero, "0 ms"), (.nanoseconds(-5), "0 ms"), (.microseconds(4), "<0.01 ms"),
      (.microseconds(42), "0.04 ms"), (.microseconds(999), "1.00 ms"),
      (.milliseconds(1), "1.0 ms"), (.microseconds(9_949), "9.9 ms"), (.milliseconds(10), "10 ms"),
      (.microseconds(999_600), "1.0 s"), (.milliseconds(9_960), "10 s"),
      (.seconds(59), "59 s"), (.milliseconds(59_700), "1 min"), (.seconds(312), "5 min 12 s"),
      (.seconds(3_599), "59 min 59 s"), (.seconds(3_600), "1 h"), (.seconds(8_040), "2 h 14 min"),
      (.seconds(86_399), "1 d"), (.seconds(273_600), "3 d 4 h"),
      (.seconds(Int64.max), "11574074074 d 2 h"),
    ])
  func durations(duration: Duration, text: String) {
    #expect(DurationText.short(duration) == text)
  }
}
