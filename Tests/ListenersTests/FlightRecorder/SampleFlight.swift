import Foundation
import LifecycleBus

@testable import Listeners

/// Recordings for the tests of the exports.
enum SampleFlight {
  /// One event of a recording: its time, and the listeners' durations in milliseconds.
  struct Step {
    var milliseconds: Double
    var event: AppLifecycleEvent
    var calls: [(String, Double)] = [("EventLog", 0.04)]
    var origin = AppLifecycleContext.Origin.posted
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
        return FlightRecording.Call(
          listener: listener, start: time(at), duration: time(duration))
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
      Step(milliseconds: 12, event: .didFinishLaunching, calls: [("StartupCommands", 61)]),
      Step(milliseconds: 75, event: .willEnterForeground, origin: .synthesized),
      Step(milliseconds: 75.5, event: .didBecomeActive),
      Step(milliseconds: 21_300, event: .willResignActive),
      Step(
        milliseconds: 21_304, event: .didEnterBackground,
        calls: [("SearchIndex", 44), ("StateSaver<Notes>", 0.3)]),
      Step(milliseconds: 33_900, event: .willEnterForeground),
      Step(milliseconds: 33_903, event: .didBecomeActive),
      Step(milliseconds: 40_200, event: .didReceiveMemoryWarning, calls: [("ImageCache", 9)]),
      Step(milliseconds: 47_000, event: .willResignActive),
      Step(milliseconds: 47_002, event: .didEnterBackground, calls: [("SearchIndex", 19)]),
      Step(milliseconds: 47_030, event: .willTerminate, calls: [("StateSaver<Notes>", 2.1)]),
    ], end: 47_040)

  /// A launch, and the work that followed, within three seconds.
  static let threeSeconds = recording(
    [
      Step(milliseconds: 18, event: .didFinishLaunching, calls: [("StartupCommands", 212)]),
      Step(milliseconds: 236, event: .willEnterForeground),
      Step(milliseconds: 238, event: .didBecomeActive, calls: [("Feed", 31), ("EventLog", 0.1)]),
      Step(milliseconds: 1_450, event: .didReceiveMemoryWarning, calls: [("ImageCache", 6)]),
      Step(milliseconds: 2_210, event: .willResignActive),
      Step(milliseconds: 2_480, event: .didEnterBackground, calls: [("StateSaver<Notes>", 9)]),
    ], end: 3_000)

  /// An app that is used, interrupted, left and opened again within three minutes.
  static let threeMinutes = recording(
    launch(at: 15)
      + [
        Step(milliseconds: 41_000, event: .willResignActive),
        Step(milliseconds: 43_200, event: .didBecomeActive),
      ] + leave(at: 96_000, slow: 44) + comeBack(at: 131_000)
      + [Step(milliseconds: 150_000, event: .didReceiveMemoryWarning)], end: 180_000)

  /// Short visits with hours between them, and the end.
  static let threeHours = recording(
    launch(at: 15) + leave(at: 260_000, slow: 21) + comeBack(at: 6_020_000)
      + leave(at: 6_240_000, slow: 3) + comeBack(at: 10_300_000) + leave(at: 10_700_000, slow: 52)
      + [Step(milliseconds: 10_700_900, event: .willTerminate, calls: [("StateSaver<Notes>", 4)])],
    end: 10_701_000)

  /// Visits during three days, with nights between them.
  static let threeDays: FlightRecording = {
    let hour = 3_600_000.0
    var steps = launch(at: 15) + leave(at: 400_000, slow: 12)
    for (start, minutes) in [(3.5, 6.0), (9, 22), (24, 9), (26.2, 14), (33, 4), (50, 40), (58, 7)] {
      steps += comeBack(at: start * hour) + leave(at: start * hour + minutes * 60_000, slow: 18)
    }
    return recording(steps + comeBack(at: 71.5 * hour), end: 72 * hour)
  }()

  private static func launch(at start: Double) -> [Step] {
    [
      Step(milliseconds: start, event: .didFinishLaunching, calls: [("StartupCommands", 64)]),
      Step(milliseconds: start + 70, event: .willEnterForeground),
      Step(milliseconds: start + 72, event: .didBecomeActive),
    ]
  }

  private static func leave(at start: Double, slow: Double) -> [Step] {
    [
      Step(milliseconds: start, event: .willResignActive),
      Step(milliseconds: start + 620, event: .didEnterBackground, calls: [("SearchIndex", slow)]),
    ]
  }

  private static func comeBack(at start: Double) -> [Step] {
    [
      Step(milliseconds: start, event: .willEnterForeground),
      Step(milliseconds: start + 300, event: .didBecomeActive),
    ]
  }

  /// A number of events at random times within a duration.
  static func random(count: Int, over milliseconds: Double, seed: UInt64) -> FlightRecording {
    var state = seed | 1
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31)
    }
    let moments = (0..<count).map { _ in next() * next() * milliseconds }.sorted()
    return recording(
      moments.map { moment in
        let event = AppLifecycleEvent.allCases[Int(next() * 13.99)]
        return Step(
          milliseconds: moment, event: event,
          calls: [("Listener\(Int(next() * 9))", next() * next() * next() * 40)])
      }, end: milliseconds)
  }
}
