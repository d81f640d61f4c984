import Foundation
import LifecycleBus
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import Listeners
@testable import ListenersTimeline

@Suite("A timeline")
struct TimelineTests {
  /// Recordings of all sizes and lengths.
  nonisolated static let recordings: [(name: String, recording: FlightRecording)] = [
    ("empty", SampleFlight.recording([])),
    ("one event", SampleFlight.recording([.init(milliseconds: 3, event: .didFinishLaunching)])),
    ("a journal", SampleFlight.journal),
    (
      "all at one moment",
      SampleFlight.recording(
        AppLifecycleEvent.allCases.map { .init(milliseconds: 0, event: $0) }, end: 0)
    ),
    ("10 events in a millisecond", SampleFlight.random(count: 10, over: 1, seed: 1)),
    ("10 events in a day", SampleFlight.random(count: 10, over: 86_400_000, seed: 2)),
    ("60 events in a minute", SampleFlight.random(count: 60, over: 60_000, seed: 3)),
    ("512 events in a second", SampleFlight.random(count: 512, over: 1_000, seed: 4)),
    ("3 s", SampleFlight.threeSeconds), ("3 min", SampleFlight.threeMinutes),
    ("3 h", SampleFlight.threeHours), ("3 d", SampleFlight.threeDays),
    ("512 events in a month", SampleFlight.random(count: 512, over: 2.6e9, seed: 5)),
  ]

  nonisolated static let widths = [360, 640, 960, 2_000]

  private static func layout(_ name: String, _ width: Int) throws -> TimelineLayout {
    let recording = try #require(recordings.first { $0.name == name }?.recording)
    return TimelineLayout(recording, width: Double(width))
  }

  @Test("the head says how many older events were dropped")
  func dropped() {
    let step = SampleFlight.Step(milliseconds: 3, event: .didFinishLaunching)
    let some = SampleFlight.recording([step], droppedCount: 7).timeline()
    #expect(some.contains("last 1 events, 7 older ones dropped"))
    #expect(!SampleFlight.recording([step]).timeline().contains("dropped"))
  }

  @Test("marks are in order, in the picture, and apart", arguments: recordings.map(\.name), widths)
  func marks(name: String, width: Int) throws {
    let layout = try Self.layout(name, width)
    let margin = TimelineLayout.margin
    for x in layout.positions + layout.clusters.map(\.x) {
      #expect(x >= margin - 0.01 && x <= Double(width) - margin + 0.01)
    }
    for (mark, next) in zip(layout.clusters, layout.clusters.dropFirst()) {
      #expect(next.x - mark.x >= TimelineCluster.spacing)
    }
    let events = layout.clusters.flatMap(\.events)
    #expect(events == Array(layout.positions.indices))
  }

  @Test("the bands follow each other without a gap", arguments: recordings.map(\.name), widths)
  func bands(name: String, width: Int) throws {
    let layout = try Self.layout(name, width)
    for (band, next) in zip(layout.bands, layout.bands.dropFirst()) {
      #expect(abs(band.x + band.width - next.x) < 0.01)
      #expect(band.state != next.state)
    }
  }

  @Test(
    "the picture is well-formed XML", arguments: recordings.map(\.name),
    [nil, false, true] as [Bool?])
  func wellFormed(name: String, isDark: Bool?) throws {
    let recording = try #require(Self.recordings.first { $0.name == name }?.recording)
    let picture = recording.timeline(isDark: isDark)
    #expect(XMLParser(data: Data(picture.utf8)).parse())
    #expect(picture.contains("prefers-color-scheme") == (isDark == nil))
    #expect(!picture.contains("nan") && !picture.contains("inf\""))
  }

  @Test("names from the app are escaped")
  func escaping() {
    let listener = "</text><script>alert('&\"')</script>\u{0}\u{1B}\u{FFFE}"
    let recording = SampleFlight.recording([
      .init(milliseconds: 0, event: .didBecomeActive, calls: [(listener, 50)])
    ])
    let picture = recording.timeline(title: listener, width: 2_000)
    #expect(XMLParser(data: Data(picture.utf8)).parse())
    #expect(!picture.contains("<script"))
    #expect(picture.contains("&lt;script&gt;alert(&#39;&amp;&quot;&#39;)"))
  }

  @Test("a name that is too long is shortened in the middle")
  func longNames() {
    let name = String(repeating: "a", count: 50_000) + "z"
    let text = TimelineText.fit(name, size: 12, within: 100)
    #expect(text.hasPrefix("aaa") && text.contains("…") && text.hasSuffix("az"))
    #expect(TimelineText.width(text, size: 12) <= 100)
    #expect(TimelineText.fit("short", size: 12, within: 100) == "short")
    #expect(TimelineText.fit("short", size: 12, within: 1) == "…")
    // Letters of some scripts fill a square.
    #expect(TimelineText.width("漢字", size: 12) == 24)
  }

  @Test("a late event and its slowest listener have the same number")
  func badges() throws {
    let layout = try Self.layout("a journal", 960)
    let late = layout.bars.bars.filter(\.isLate)
    #expect(late.map(\.listener) == ["SearchIndex"])
    #expect(late.map(\.event) == ["didEnterBackground at 21 s, 2× late"])
    let mark = layout.clusters.first { $0.badge == late.first?.badge }
    #expect(mark?.isLate == true)
    #expect(
      mark?.tooltip.contains("didEnterBackground at 21 s, took 44 ms: SearchIndex") == true)
    #expect(layout.bars.bars.map(\.length) == layout.bars.bars.map(\.length).sorted(by: >))
  }

  @Test("a recording without a late event says so")
  func remark() {
    let recording = SampleFlight.recording([.init(milliseconds: 0, event: .didBecomeActive)])
    #expect(recording.timeline().contains("Every event kept its budget."))
  }

  @Test("a picture has one scale, and a time that is not on it is at its end")
  func oneScale() {
    let scale = TimelineScale(1, 5, from: 10, width: 400)
    #expect([0, 1, 1.5, 4, 5, 9].map(scale.position) == [10, 10, 60, 310, 410, 410])
    #expect(TimelineScale(7, 7, from: 10, width: 400).position(7) == 10)
  }

  @Test("transitions of milliseconds take no room")
  func transitions() throws {
    let layout = try Self.layout("a journal", 960)
    let inactive = layout.bands.filter { $0.state == .inactive }.map(\.width).reduce(0, +)
    #expect(inactive < layout.plotEnd * 0.01)
  }

  @Test(
    "no state takes more of a long recording than its share",
    arguments: [("3 min", 3), ("3 h", 3), ("3 d", 3)])
  func shares(name: String, percent: Double) throws {
    let layout = try Self.layout(name, 960)
    let inactive = layout.bands.filter { $0.state == .inactive }.map(\.width).reduce(0, +)
    #expect(inactive <= layout.plotEnd * percent / 100)
  }

  @Test("the legend names every state and the end")
  func legend() {
    let picture = SampleFlight.threeHours.timeline()
    for text in [
      "terminated", "notRunning", "inactive", "active", "background", "over budget",
    ] {
      #expect(picture.contains(">\(text)</text>"), "\(text)")
    }
    #expect(!SampleFlight.threeSeconds.timeline().contains(">terminated</text>"))
  }

  @Test("the legend explains a synthesized event where there is one", arguments: [true, false])
  func synthesizedInLegend(isSynthesized: Bool) {
    let recording = SampleFlight.recording([
      .init(milliseconds: 0, event: .didFinishLaunching),
      .init(
        milliseconds: 5_000, event: .willEnterForeground,
        origin: isSynthesized ? .synthesized : .posted),
      .init(milliseconds: 10_000, event: .didBecomeActive),
    ])
    #expect(recording.timeline().contains(">synthesized</text>") == isSynthesized)
  }

  @Test("ticks are round numbers with every unit that is not zero")
  func tickTexts() {
    let text = TimelineTicks.text
    #expect(text(0, 1) == "0")
    #expect(text(0.35, 0.05) == "350 ms")
    #expect(text(0.0015, 0.0005) == "1.5 ms")
    #expect(text(2.5, 0.5) == "2.5 s")
    #expect(text(90, 30) == "1 min 30 s")
    #expect(text(194_400, 21_600) == "2 d 6 h")
  }
}
