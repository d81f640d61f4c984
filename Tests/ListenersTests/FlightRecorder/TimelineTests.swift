import Foundation
import LifecycleBus
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import Listeners

@Suite("A timeline")
struct TimelineTests {
  typealias Sample = (name: String, recording: FlightRecording)

  /// Recordings of all sizes and lengths.
  static let recordings: [Sample] = [
    ("empty", SampleFlight.recording([])),
    ("one event", SampleFlight.recording([.init(3, .didFinishLaunching)])),
    ("a journal", SampleFlight.journal),
    (
      "all at one moment",
      SampleFlight.recording(AppLifecycleEvent.allCases.map { .init(0, $0) }, end: 0)
    ),
    ("a thousand slow listeners", SampleFlight.aThousandSlow),
    ("one slow listener", SampleFlight.oneSlow), ("an end", SampleFlight.anEnd),
  ]

  /// Random recordings, in which a long name may be cut.
  static let noise: [Sample] = [
    ("10 events in a millisecond", SampleFlight.random(count: 10, over: 1, seed: 1)),
    ("10 events in a day", SampleFlight.random(count: 10, over: 86_400_000, seed: 2)),
    ("60 events in a minute", SampleFlight.random(count: 60, over: 60_000, seed: 3)),
    ("512 events in a second", SampleFlight.random(count: 512, over: 1_000, seed: 4)),
    ("512 events in a month", SampleFlight.random(count: 512, over: 2.6e9, seed: 5)),
  ]

  static let widths = [360, 2_000]

  /// One event, of which a listener is late.
  private func late(_ listener: String) -> FlightRecording {
    SampleFlight.recording([.init(0, .didBecomeActive, [(listener, 50)])])
  }

  @Test("names from the app are escaped")
  func escaping() {
    let listener = "</text><script>alert('&\"')</script>\u{0}\u{1B}\u{FFFE}"
    let picture = late(listener).timeline(title: listener, width: 2_000)
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
    let cut = late(String(repeating: "A long name ", count: 9)).timeline(width: 390)
    #expect(cut.contains("…"))
  }

  @Test(
    "marks are in order, in the picture, and apart; the bands follow each other without a gap",
    arguments: recordings + noise, widths)
  func places(sample: Sample, width: Int) {
    let layout = TimelineLayout(sample.recording, width: Double(width))
    let margin = TimelineLayout.margin
    for x in layout.positions + layout.clusters.map(\.x) {
      #expect(x >= margin - 0.01 && x <= Double(width) - margin + 0.01)
    }
    for (mark, next) in zip(layout.clusters, layout.clusters.dropFirst()) {
      #expect(next.x - mark.x >= TimelineCluster.spacing)
    }
    #expect(layout.clusters.flatMap(\.events) == Array(layout.positions.indices))
    for (band, next) in zip(layout.bands, layout.bands.dropFirst()) {
      #expect(abs(band.x + band.width - next.x) < 0.01)
      #expect(band.state != next.state)
    }
    let states = sample.recording.stateBands
    #expect(zip(states, states.dropFirst()).allSatisfy { $0.end == $1.start })
    #expect(states.last.map { $0.end == sample.recording.end } != false)
    #expect(Set(layout.bars.bars.map(\.listener)).count == layout.bars.bars.count)
  }

  @Test(
    "the picture is well-formed XML", arguments: recordings + noise,
    [nil, false, true] as [Bool?])
  func wellFormed(sample: Sample, isDark: Bool?) {
    let picture = sample.recording.timeline(isDark: isDark)
    #expect(XMLParser(data: Data(picture.utf8)).parse())
    #expect(picture.contains("prefers-color-scheme") == (isDark == nil))
    #expect(!picture.contains("nan") && !picture.contains("inf\""))
  }

  @Test("a late event and its slowest listener have the same number")
  func badges() {
    let layout = TimelineLayout(SampleFlight.journal, width: 960)
    let late = layout.bars.bars.filter(\.isLate)
    #expect(late.map(\.listener) == ["SearchIndex"])
    #expect(late.map(\.event) == ["didEnterBackground at 21 s, 2× late"])
    let mark = layout.clusters.first { $0.badge == late.first?.badge }
    #expect(mark?.isLate == true)
    #expect(mark?.tooltip.contains("didEnterBackground at 21 s, took 44 ms: SearchIndex") == true)
    #expect(layout.bars.bars.map(\.length) == layout.bars.bars.map(\.length).sorted(by: >))
  }

  @Test("of late events of one name the slowest is named", arguments: [2, 5])
  func slowest(number: Int) {
    let recording = SampleFlight.recording(
      (0..<8).map {
        .init(Double($0) * 60_000, .didEnterBackground, [("SearchIndex", $0 == number ? 46 : 31)])
      }, end: 480_000)
    let late = TimelineLayout(recording, width: 960).flags.filter(\.isLate)
    #expect(late.map(\.text) == ["didEnterBackground 46 ms"])
  }

  @Test("what does not fit is counted: others of a mark, and other slow listeners")
  func counted() {
    #expect(SampleFlight.anEnd.timeline().contains(">didEnterBackground 46 ms and 5 more</text>"))
    #expect(SampleFlight.aThousandSlow.timeline().contains(">and 994 more</text>"))
    let slow = TimelineLayout(SampleFlight.oneSlow, width: 390).bars.bars
    #expect(slow.map(\.listener) == ["ThumbnailCacheController"])
    #expect(slow.map(\.event) == ["didFinishLaunching at 15 ms, 9× late"])
  }

  @Test("a picture has one scale, and a time that is not on it is at its end")
  func oneScale() {
    let scale = TimelineScale(1, 5, from: 10, width: 400)
    #expect([0, 1, 1.5, 4, 5, 9].map(scale.position) == [10, 10, 60, 310, 410, 410])
    #expect(TimelineScale(7, 7, from: 10, width: 400).position(7) == 10)
  }

  @Test("the head says how many older events were dropped")
  func dropped() {
    let step = SampleFlight.Step(3, .didFinishLaunching)
    let some = SampleFlight.recording([step], droppedCount: 7).timeline()
    #expect(some.contains("last 1 events, 7 older ones dropped"))
    #expect(!SampleFlight.recording([step]).timeline().contains("dropped"))
  }

  @Test("the legend names what there is: the states, the end, late and synthesized events, or none")
  func legend() {
    let journal = SampleFlight.journal.timeline()
    for text in ["notRunning", "inactive", "active", "background", "terminated", "over budget"] {
      #expect(journal.contains(">\(text)</text>"), "\(text)")
    }
    for origin in [AppLifecycleContext.Origin.posted, .synthesized] {
      let recording = SampleFlight.recording([
        .init(0, .didFinishLaunching), .init(5_000, .willEnterForeground, origin: origin),
      ])
      let isMarked = recording.timeline().contains(">synthesized</text>")
      #expect(isMarked == (origin == .synthesized))
    }
    let remark = "Every event kept its budget."
    let quiet = SampleFlight.recording([.init(0, .didBecomeActive)]).timeline()
    #expect(quiet.contains(remark) && !journal.contains(remark))
    #expect(!quiet.contains(">terminated</text>"))
  }

  @Test(
    "the right end of the axis is its time to the second",
    arguments: [(11_233, "3 h 7 min 13 s"), (183_845, "2 d 3 h 4 min 5 s"), (72, "1 min 12 s")])
  func end(seconds: Int, text: String) {
    let recording = SampleFlight.recording(
      [.init(0, .didBecomeActive)], end: Double(seconds) * 1_000)
    #expect(TimelineLayout(recording, width: 960).ticks.last?.text == text)
  }

  @Test(
    "ticks are round numbers with every unit that is not zero",
    arguments: [
      (0, 1, "0"), (0.35, 0.05, "350 ms"), (0.0015, 0.0005, "1.5 ms"), (2.5, 0.5, "2.5 s"),
      (90, 30, "1 min 30 s"), (194_400, 21_600, "2 d 6 h"),
    ])
  func ticks(time: Double, step: Double, text: String) {
    #expect(TimelineTicks.text(time, step: step) == text)
  }
}
