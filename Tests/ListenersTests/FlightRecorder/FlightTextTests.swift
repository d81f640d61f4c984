import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The texts of a recording")
struct FlightTextTests {
  @Test("the table has a line for each event, with its slowest listener")
  func table() {
    let recording = SampleFlight.recording(
      [
        SampleFlight.event(.didFinishLaunching, 0, [("SearchIndex", 28), ("EventLog", 3)]),
        SampleFlight.event(.didReceiveMemoryWarning, 12, [("a\nb", 0.02)], origin: .replayed),
        SampleFlight.event(.didEnterBackground, 42_000, [("SearchIndex", 44), ("EventLog", 4)]),
      ], end: 42_100, droppedCount: 2)
    #expect(
      recording.table
        == """
        (2 older events are no longer recorded)
           #     at  event                               change                     took  slowest
           3   0 ms  didFinishLaunching                  notRunning -> inactive    31 ms  SearchIndex 28 ms
           4  12 ms  didReceiveMemoryWarning (replayed)                          0.02 ms  a b 0.02 ms
        !  5   42 s  didEnterBackground                  inactive -> background    48 ms  SearchIndex 44 ms

        """)
  }

  @Test("a recording comes back from its JSON as it was")
  func codable() throws {
    let data = try JSONEncoder().encode(SampleFlight.journal)
    #expect(try JSONDecoder().decode(FlightRecording.self, from: data) == SampleFlight.journal)
  }

  @Test("the trace has each state, event and call as a span in microseconds")
  func trace() throws {
    let object = try JSONSerialization.jsonObject(with: Data(SampleFlight.journal.trace.utf8))
    let events = try #require((object as? [String: Any])?["traceEvents"] as? [[String: Any]])
    func spans(_ category: String) -> [String] {
      events.filter { $0["cat"] as? String == category }.map {
        "\($0["name"] ?? "") \($0["ts"] ?? "") \($0["dur"] ?? "")"
      }
    }
    #expect(
      spans("state") == [
        "inactive 12000 63500", "active 75500 21224500", "inactive 21300000 4000",
        "background 21304000 312596000", "inactive 333900000 3000", "active 333903000 13097000",
        "inactive 347000000 2000", "background 347002000 28000", "terminated 347030000 10000",
      ])
    #expect(spans("event").count == 11)
    #expect(spans("listener").first == "StartupCommands 12000 61000")
    #expect(spans("listener").count == SampleFlight.journal.events.flatMap(\.calls).count)
  }

  @Test("the picture is valid SVG with each event, light and dark")
  func picture() throws {
    let picture = SampleFlight.journal.picture(title: "Journal <1> & more")
    #expect(XMLParser(data: Data(picture.utf8)).parse())
    #expect(picture.contains("Journal &lt;1&gt; &amp; more"))
    #expect(picture.contains("prefers-color-scheme: dark"))
    #expect(picture.contains("11 events in 5 min 47 s · 2 took longer than allowed"))
    #expect(picture.components(separatedBy: "class=\"row\"").count == 12)
    #expect(picture.contains("StateSaver&lt;Notes&gt;"))
  }

  @Test("what a stranger's recording holds stops none of the texts, and makes none of them huge")
  func hostile() throws {
    let times =
      [
        Duration.zero, .seconds(-1), .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(1),
      ] + (try JSONDecoder().decode([Duration].self, from: Data(Self.extremes.utf8)))
    let name = String((0..<0x250).compactMap { UnicodeScalar($0).map(Character.init) })
    for time in times {
      for other in times {
        var recorded = SampleFlight.event(.didBecomeActive, 0)
        (recorded.start, recorded.duration, recorded.allowance) = (time, other, time)
        recorded.number = .max
        recorded.calls = [.init(listener: name + "\u{FFFE}\u{FFFF}", start: other, duration: time)]
        let recording = FlightRecording(
          events: Array(repeating: recorded, count: 70), end: other, droppedCount: 7)
        let picture = recording.picture(title: name)
        #expect(XMLParser(data: Data(picture.utf8)).parse(), "\(time), \(other)")
        #expect(picture.utf8.count < 500_000)
        #expect(recording.trace.count > 2 && recording.table.count > 70)
        #expect(recording.slowEvents.allSatisfy { "\($0)".count > 10 })
      }
    }
  }

  /// Pairs of the high and the low half of a duration.
  private static let extremes = """
    [[9223372036854775807, 18446744073709551615], [-9223372036854775808, 0], [0, 1], [-1, 5]]
    """

  @Test(
    "a duration is two numbers at most, in every locale",
    arguments: [
      (0, "0 ms"), (0.000_002, "0 ms"), (0.000_42, "0.42 ms"), (0.004_2, "4.2 ms"),
      (0.012, "12 ms"), (0.9994, "999 ms"), (0.9996, "1.0 s"), (4.24, "4.2 s"), (59.4, "59 s"),
      (59.6, "1 min"), (312, "5 min 12 s"), (3_599.6, "1 h"), (8_040, "2 h 14 min"),
      (273_600, "3 d 4 h"), (-3, "0 ms"),
    ])
  func durations(seconds: Double, text: String) {
    #expect(DurationText.short(.nanoseconds(Int64(seconds * 1e9))) == text)
  }
}
