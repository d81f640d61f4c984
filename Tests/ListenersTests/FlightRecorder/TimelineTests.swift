import Foundation
import LifecycleBus
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import Listeners

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
    ("512 events in a month", SampleFlight.random(count: 512, over: 2.6e9, seed: 5)),
  ]

  nonisolated static let widths = [360, 640, 960, 2_000]

  private static func layout(_ name: String, _ width: Int) throws -> TimelineLayout {
    let recording = try #require(recordings.first { $0.name == name }?.recording)
    return TimelineLayout(recording, width: Double(width), slowestCount: 6)
  }

  @Test(
    "no label overlaps another label or its pole", arguments: recordings.map(\.name), widths
  )
  func labels(name: String, width: Int) throws {
    let layout = try Self.layout(name, width)
    for flag in layout.flags {
      let right =
        flag.x + 5
        + TimelineText.width(flag.text, size: TimelineLayout.flagSize, isBold: flag.isLate)
      #expect(right <= Double(width))
      for other in layout.flags where other.x > flag.x && other.row >= flag.row {
        #expect(other.x > right, "\(flag.text) reaches into \(other.text)")
      }
    }
    for (tick, next) in zip(layout.ticks, layout.ticks.dropFirst()) {
      let half = { TimelineText.width($0, size: TimelineLayout.tickSize) / 2 }
      #expect(tick.x + half(tick.text) < next.x - half(next.text))
    }
    for band in layout.bands {
      let half = TimelineText.width(band.label ?? "", size: TimelineLayout.labelSize) / 2
      guard band.label != nil else { continue }
      #expect(band.labelX - half >= band.x && band.labelX + half <= band.x + band.width)
      for cut in layout.cuts { #expect(abs(cut - band.labelX) > half) }
    }
  }

  @Test(
    "marks are in order, inside the picture, and spaced where there is room",
    arguments: recordings.map(\.name), widths)
  func marks(name: String, width: Int) throws {
    let layout = try Self.layout(name, width)
    let margin = TimelineLayout.margin
    for mark in layout.marks {
      #expect(mark.x >= margin - 0.01 && mark.x <= Double(width) - margin + 0.01)
    }
    let floor = layout.isDense ? 0 : min(TimelineLayout.spacing * 0.9, layout.plotWidth * 0.03)
    for (mark, next) in zip(layout.marks, layout.marks.dropFirst()) {
      #expect(next.x - mark.x >= floor - 0.01)
    }
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
    TimelineOptions.Appearance.allCases)
  func wellFormed(name: String, appearance: TimelineOptions.Appearance) throws {
    let recording = try #require(Self.recordings.first { $0.name == name }?.recording)
    let picture = recording.timeline(TimelineOptions(appearance: appearance))
    #expect(XMLParser(data: Data(picture.utf8)).parse())
    #expect(picture.contains("prefers-color-scheme") == (appearance == .automatic))
    #expect(!picture.contains("nan") && !picture.contains("inf\""))
  }

  @Test("names from the app are escaped")
  func escaping() {
    let listener = "</text><script>alert('&\"')</script>\u{0}\u{1B}\u{FFFE}"
    let recording = SampleFlight.recording([
      .init(milliseconds: 0, event: .didBecomeActive, calls: [(listener, 50)])
    ])
    let picture = recording.timeline(TimelineOptions(title: listener, width: 2_000))
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
  }

  @Test("a late event and its slowest listener have the same number")
  func badges() throws {
    let layout = try Self.layout("a journal", 960)
    let late = layout.bars.bars.filter(\.isLate)
    #expect(late.map(\.listener) == ["SearchIndex"])
    #expect(late.map(\.event) == ["didEnterBackground at 21 s, 2× late"])
    let mark = layout.marks.first { $0.badge == late.first?.badge }
    #expect(mark?.isLate == true)
    #expect(mark?.tooltip.hasPrefix("didEnterBackground at 21 s, took 44 ms: SearchIndex") == true)
    #expect(layout.bars.bars.map(\.length) == layout.bars.bars.map(\.length).sorted(by: >))
  }

  @Test("a recording without a late event says so")
  func remark() {
    let recording = SampleFlight.recording([.init(milliseconds: 0, event: .didBecomeActive)])
    #expect(recording.timeline().contains("Every event kept its budget."))
  }

  @Test("only a gap much longer than the others is cut")
  func scale() {
    let even = TimelineScale(gaps: [1, 2, 1], floors: [9, 9, 9], from: 0, width: 400)
    #expect(even.isCut == [false, false, false])
    #expect(zip(even.positions, [0, 100, 300, 400]).allSatisfy { abs($0 - $1) < 0.5 })
    let night = TimelineScale(
      gaps: [1, 30_000, 1, 1, 1, 1, 1, 1, 1, 1], floors: Array(repeating: 5, count: 10), from: 0,
      width: 1_000)
    #expect(night.isCut.filter { $0 }.count == 1 && night.isCut[1])
    #expect(night.positions[1] > 50)
  }
}
