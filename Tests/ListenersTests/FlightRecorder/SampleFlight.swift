import Foundation
import LifecycleBus
import TestSupport

@testable import Listeners

/// Recordings for the tests of the exports.
enum SampleFlight {
  /// One event of a recording: its time, and the listeners' durations in milliseconds.
  struct Step {
    var milliseconds: Double
    var event: AppLifecycleEvent
    var calls: [(String, Double)]
    var origin: AppLifecycleContext.Origin

    init(
      _ milliseconds: Double, _ event: AppLifecycleEvent,
      _ calls: [(String, Double)] = [("EventLog", 0.04)],
      origin: AppLifecycleContext.Origin = .posted
    ) {
      (self.milliseconds, self.event, self.calls, self.origin) = (
        milliseconds, event, calls, origin
      )
    }
  }

  static func recording(
    _ steps: [Step], end: Double? = nil, droppedCount: Int = 0
  ) -> FlightRecording {
    var state = AppLifecycleState.notRunning
    let events = steps.enumerated().map { index, step in
      let previous = state
      state = step.event.resultingState ?? state
      var at = step.milliseconds
      let calls = step.calls.map { listener, duration in
        defer { at += duration }
        return FlightRecording.Call(listener: listener, start: time(at), duration: time(duration))
      }
      return FlightRecording.RecordedEvent(
        number: droppedCount + index + 1, event: step.event, origin: step.origin,
        previousState: previous, state: state, start: time(step.milliseconds),
        duration: time(at - step.milliseconds), calls: calls,
        allowance: FlightRecorder.allowance(for: step.event))
    }
    return FlightRecording(
      events: events, end: time(end ?? (steps.last?.milliseconds ?? 0) + 1),
      startDate: Date(timeIntervalSince1970: 1_795_253_582), processIdentifier: 42,
      droppedCount: droppedCount)
  }

  private static func time(_ milliseconds: Double) -> Duration {
    .nanoseconds(Int64((milliseconds * 1e6).rounded()))
  }

  /// A process with two late events.
  static let journal = recording(
    [
      Step(12, .didFinishLaunching, [("StartupCommands", 61)]),
      Step(75, .willEnterForeground, origin: .synthesized),
      Step(75.5, .didBecomeActive),
      Step(21_300, .willResignActive),
      Step(21_304, .didEnterBackground, [("SearchIndex", 44), ("StateSaver<Notes>", 0.3)]),
      Step(33_900, .willEnterForeground),
      Step(33_903, .didBecomeActive),
      Step(40_200, .didReceiveMemoryWarning, [("ImageCache", 9)]),
      Step(47_000, .willResignActive),
      Step(47_002, .didEnterBackground, [("SearchIndex", 19)]),
      Step(47_030, .willTerminate, [("StateSaver<Notes>", 2.1)]),
    ], end: 47_040)

  /// Twice to the foreground and back in two minutes, with these listeners, and what follows.
  private static func way(
    _ calls: [(String, Double)], and rest: [Step] = [], end: Double
  ) -> FlightRecording {
    let events: [(Double, AppLifecycleEvent)] = [
      (15, .didFinishLaunching), (900, .didBecomeActive), (61_000, .willResignActive),
      (63_000, .didEnterBackground), (99_000, .willEnterForeground), (101_000, .didBecomeActive),
      (140_000, .willResignActive), (142_000, .didEnterBackground),
    ]
    return recording(events.map { Step($0, $1, calls) } + rest, end: end)
  }

  /// Each event is late because of a thousand listeners.
  static let aThousandSlow = way(
    (0..<1_000).map { ("Listener number \($0)", 0.5 + Double($0 % 7) / 10) }, end: 150_000)

  /// One listener makes each event late, beside many quick ones.
  static let oneSlow = way(
    (0..<40).map { ("Quick listener \($0)", 0.01) } + [("ThumbnailCacheController", 120)],
    and: [Step(149_000, .willTerminate, [("ThumbnailCacheController", 48)])], end: 149_050)

  /// All ends at once, as on a Mac: six events share the last mark.
  static let anEnd = recording(
    [
      Step(10, .didFinishLaunching), Step(60, .didBecomeActive),
      Step(48_000, .systemWillSleep), Step(48_001, .willResignActive),
      Step(48_002, .didEnterBackground, [("SearchIndex", 46)]),
      Step(48_050, .protectedDataWillBecomeUnavailable), Step(48_051, .significantTimeChange),
      Step(48_052, .willTerminate),
    ], end: 48_060)

  /// A number of events at random times within a duration.
  static func random(count: Int, over milliseconds: Double, seed: UInt64) -> FlightRecording {
    var generator = SeededGenerator(seed: seed)
    func next() -> Double { Double.random(in: 0..<1, using: &generator) }
    let moments = (0..<count).map { _ in next() * next() * milliseconds }.sorted()
    return recording(
      moments.map { moment in
        let event = AppLifecycleEvent.allCases[Int(next() * 13.99)]
        return Step(moment, event, [("Listener\(Int(next() * 9))", next() * next() * next() * 40)])
      }, end: milliseconds)
  }
}
