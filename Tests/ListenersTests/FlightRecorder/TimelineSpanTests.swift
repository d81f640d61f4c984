import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners
@testable import ListenersTimeline

/// Recordings of the lengths and shapes that apps have.
extension SampleFlight {
  private static let minute = 60_000.0
  private static let hour = 60 * minute

  /// A launch, and then visits: when each begins and how long it lasts, in minutes.
  private static func visits(
    _ visits: [(start: Double, length: Double)], end: Double
  ) -> FlightRecording {
    var steps: [Step] = [.init(milliseconds: 12, event: .didFinishLaunching)]
    for (number, visit) in visits.enumerated() {
      let start = visit.start * minute + 80
      let leave = start + visit.length * minute
      steps += [
        Step(milliseconds: start, event: .willEnterForeground),
        Step(milliseconds: start + 180, event: .didBecomeActive, calls: [("FeedView", 3)]),
        Step(milliseconds: leave, event: .willResignActive),
        Step(
          milliseconds: leave + 400, event: .didEnterBackground,
          calls: [("StateSaver<Notes>", 4), ("SearchIndex", number.isMultiple(of: 3) ? 31 : 2)]),
      ]
    }
    return recording(steps, end: end * minute)
  }

  static let anHour = visits(
    [(0, 4.2), (6.1, 1), (8.3, 2.6), (20.5, 6), (28, 1.4), (39.3, 3), (51.2, 5.5)], end: 60)

  static let aDay = visits(
    [(0, 12), (31, 4), (95, 7), (181, 22), (304, 3), (420, 45), (613, 5), (790, 16), (1_201, 8)],
    end: 24 * 60)

  static let aWeek = visits(
    (0..<7).flatMap { day in
      [(8.1, 14.0), (12.4, 6), (18.7, 31), (22.2, 9)].map {
        (Double(day) * 1_440 + $0.0 * 60, $0.1)
      }
    }, end: 7 * 24 * 60)

  private static let way: [(Double, AppLifecycleEvent)] = [
    (15, .didFinishLaunching), (900, .didBecomeActive), (61_000, .willResignActive),
    (63_000, .didEnterBackground), (99_000, .willEnterForeground), (101_000, .didBecomeActive),
    (140_000, .willResignActive), (142_000, .didEnterBackground),
  ]

  /// Each event is late because of a thousand listeners.
  static let aThousandSlow = recording(
    way.map { at, event in
      Step(
        milliseconds: at, event: event,
        calls: (0..<1_000).map { ("Listener number \($0)", 0.5 + Double($0 % 7) / 10) })
    }, end: 150_000)

  /// One listener makes each event late, beside many quick ones.
  static let oneSlow = recording(
    way.map { at, event in
      Step(
        milliseconds: at, event: event,
        calls: (0..<40).map { ("Quick listener \($0)", 0.01) } + [("ThumbnailCacheController", 120)]
      )
    } + [
      Step(milliseconds: 149_000, event: .willTerminate, calls: [("ThumbnailCacheController", 48)])
    ], end: 149_050)

  /// All ends at once, as on a Mac: six events share the last mark.
  static let anEnd = recording(
    [
      Step(milliseconds: 10, event: .didFinishLaunching),
      Step(milliseconds: 60, event: .didBecomeActive),
      Step(milliseconds: 48_000, event: .systemWillSleep),
      Step(milliseconds: 48_001, event: .willResignActive),
      Step(milliseconds: 48_002, event: .didEnterBackground, calls: [("SearchIndex", 46)]),
      Step(milliseconds: 48_050, event: .protectedDataWillBecomeUnavailable),
      Step(milliseconds: 48_051, event: .significantTimeChange),
      Step(milliseconds: 48_052, event: .willTerminate),
    ], end: 48_060)
}

@Suite("A timeline of an app's day")
struct TimelineSpanTests {
  static let recordings: [(name: String, recording: FlightRecording)] = [
    ("an hour", SampleFlight.anHour), ("a day", SampleFlight.aDay), ("a week", SampleFlight.aWeek),
    ("a thousand slow listeners", SampleFlight.aThousandSlow),
    ("one slow listener", SampleFlight.oneSlow), ("an end", SampleFlight.anEnd),
  ]

  @Test(
    "no text is cut, leaves its box or touches another", arguments: recordings, [360, 390, 960])
  func texts(sample: (name: String, recording: FlightRecording), width: Int) {
    let picture = sample.recording.timeline(title: sample.name, width: width)
    #expect(!picture.contains("…"))
    #expect(faults(in: picture, within: width) == [])
  }

  @Test("the check of texts finds one that is cut")
  func cut() {
    let name = String(repeating: "A long name ", count: 9)
    let recording = SampleFlight.recording([
      .init(milliseconds: 0, event: .didBecomeActive, calls: [(name, 50)])
    ])
    #expect(recording.timeline(width: 390).contains("…"))
  }

  @Test(
    "the right end of the axis is its time to the second",
    arguments: [(11_233, "3 h 7 min 13 s"), (183_845, "2 d 3 h 4 min 5 s"), (72, "1 min 12 s")])
  func end(seconds: Int, text: String) {
    let recording = SampleFlight.recording(
      [.init(milliseconds: 0, event: .didBecomeActive)], end: Double(seconds) * 1_000)
    #expect(TimelineLayout(recording, width: 960).ticks.last?.text == text)
  }

  @Test("of late events of one name the slowest is named", arguments: [2, 5])
  func slowest(number: Int) {
    let recording = SampleFlight.recording(
      (0..<8).map {
        .init(
          milliseconds: Double($0) * 60_000, event: .didEnterBackground,
          calls: [("SearchIndex", $0 == number ? 46 : 31)])
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

  @Test("the slowest listeners have one row each", arguments: recordings)
  func rows(sample: (name: String, recording: FlightRecording)) {
    let bars = TimelineLayout(sample.recording, width: 390).bars.bars
    #expect(Set(bars.map(\.listener)).count == bars.count)
  }
}
