import Foundation
import LifecycleBus

/// One line of a recording's JSON Lines. The property names are the keys.
struct RecordedLine: Codable {
  let number: Int
  let event: AppLifecycleEvent
  let origin: AppLifecycleContext.Origin
  let previousState: AppLifecycleState
  let state: AppLifecycleState
  let date: String
  let startMicroseconds: Double
  let durationMicroseconds: Double
  let isOverBudget: Bool
  let calls: [Call]

  struct Call: Codable {
    let listener: String
    let startMicroseconds: Double
    let durationMicroseconds: Double
  }

  init(_ recorded: FlightRecording.RecordedEvent, in recording: FlightRecording) {
    number = recorded.number
    event = recorded.event
    origin = recorded.origin
    previousState = recorded.previousState
    state = recorded.state
    date = DateText.milliseconds(recording.startDate + DurationText.seconds(recorded.start))
    startMicroseconds = DurationText.microseconds(recorded.start)
    durationMicroseconds = DurationText.microseconds(recorded.duration)
    isOverBudget = recording.budget.overrun(of: recorded) != nil
    calls = recorded.calls.map {
      Call(
        listener: $0.listener, startMicroseconds: DurationText.microseconds($0.start),
        durationMicroseconds: DurationText.microseconds($0.duration))
    }
  }

  /// The recorded event; `nil` where a number is out of range.
  var recordedEvent: FlightRecording.RecordedEvent? {
    guard (1...1_000_000_000_000).contains(number),
      let start = Self.duration(startMicroseconds),
      let duration = Self.duration(durationMicroseconds)
    else { return nil }
    var read: [FlightRecording.Call] = []
    for call in calls {
      guard let start = Self.duration(call.startMicroseconds),
        let duration = Self.duration(call.durationMicroseconds)
      else { return nil }
      read.append(.init(listener: call.listener, start: start, duration: duration))
    }
    return FlightRecording.RecordedEvent(
      number: number, event: event, origin: origin, previousState: previousState, state: state,
      start: start, duration: duration, calls: read)
  }

  /// To the nanosecond; exact for a hundred days. `nil` for negative times and for centuries.
  private static func duration(_ microseconds: Double) -> Duration? {
    guard microseconds >= 0, microseconds < 9e15 else { return nil }
    return .nanoseconds(Int64((microseconds * 1_000).rounded()))
  }
}
