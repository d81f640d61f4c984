import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners
@testable import ListenersTimeline

@Suite("A timeline's geometry")
struct TimelineGeometryTests {
  private func faults(_ recording: FlightRecording, _ width: Int) -> [String] {
    ListenersTests.faults(in: recording.timeline(width: width), within: width)
  }

  @Test(
    "no label touches another, a pole or a badge", arguments: TimelineTests.recordings.map(\.name),
    TimelineTests.widths)
  func samples(name: String, width: Int) throws {
    let recording = try #require(TimelineTests.recordings.first { $0.name == name }?.recording)
    #expect(faults(recording, width) == [])
  }

  @Test(
    "no label touches another in a random recording", arguments: 0..<300 as Range<UInt64>)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...80, using: &generator)
    // From a millisecond to a month.
    let length = Double.random(in: 0...1, using: &generator)
    let milliseconds =
      [1, 60, 3_000, 180_000, 10_800_000, 259_200_000, 2.6e9]
      .randomElement(using: &generator).map { $0 * (0.5 + length) } ?? 1
    let recording = SampleFlight.random(count: count, over: milliseconds, seed: seed)
    let width = [360, 500, 960, 1_600].randomElement(using: &generator) ?? 960
    #expect(faults(recording, width) == [], "seed \(seed), width \(width)")
  }

  @Test(
    "no label touches another where bursts are far apart",
    arguments: 0..<200 as Range<UInt64>)
  func bursts(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var now = 0.0
    var steps: [SampleFlight.Step] = []
    for _ in 0..<Int.random(in: 1...12, using: &generator) {
      now += Double.random(in: 0...1, using: &generator) * 40_000_000
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        now += Double.random(in: 0...90_000, using: &generator)
        guard let event = AppLifecycleEvent.allCases.randomElement(using: &generator) else { break }
        let slow = Double.random(in: 0...60, using: &generator)
        steps.append(.init(milliseconds: now, event: event, calls: [("Search", slow)]))
      }
    }
    let recording = SampleFlight.recording(steps, end: now + 5_000)
    #expect(faults(recording, 960) == [], "seed \(seed)")
  }

  @Test(
    "the check of labels finds one that touches",
    arguments: [
      #"<text x="20" y="34">name</text>"#, #"<path class="pole late" d="M20 20V60"/>"#,
      #"<circle class="mark late" cx="20" cy="30" r="9"/>"#, #"<text x="-9" y="90">name</text>"#,
    ])
  func touching(element: String) {
    let picture = #"<svg><text class="small" x="10" y="30">label</text>\#(element)</svg>"#
    #expect(ListenersTests.faults(in: picture, within: 100).count == 1)
  }

  // MARK: Without color

  @Test("neighboring states differ by height or texture")
  func heightsAndTextures() {
    let states = AppLifecycleState.allCases
    let looks = states.map { "\(TimelineStyle.height($0)) \(TimelineStyle.texture($0))" }
    // The end is a block of its own, in the color of the edges.
    #expect(Set(looks).count == states.count - 1)
    #expect(looks[2] == looks[4])
  }

  @Test("the edges of the bands and all texts stand out from what is behind them")
  func contrast() throws {
    for palette in [TimelineStyle.light, TimelineStyle.dark] {
      for state in palette.states {
        #expect(try contrast(state.text, state.fill) >= 4.5, "\(state.state)")
        if state.state == .terminated { continue }
        #expect(try contrast(palette.bandEdge, state.fill) >= 3, "\(state.state)")
      }
      #expect(try contrast(palette.bandEdge, palette.ground) >= 3)
      for text in [palette.text, palette.muted, palette.late] {
        #expect(try contrast(text, palette.ground) >= 4.5)
      }
      #expect(try contrast(palette.lateText, palette.late) >= 4.5)
      #expect(try contrast(palette.calmText, palette.calm) >= 4.5)
    }
  }

  /// The contrast ratio of two colors (WCAG 2.2).
  private func contrast(_ one: String, _ other: String) throws -> Double {
    let luminances = try [one, other].map { color in
      let number = try #require(Int(color.dropFirst(), radix: 16))
      let parts = [number >> 16, number >> 8 & 255, number & 255].map { part in
        let share = Double(part) / 255
        return share <= 0.040_45 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }.sorted()
    return (luminances[1] + 0.05) / (luminances[0] + 0.05)
  }
}
