import Foundation
import LifecycleBus

extension FlightRecording {
  /// The recording for programs: one JSON object a line (JSON Lines), one line an event.
  ///
  /// ```json
  /// {"calls":[{"durationMicroseconds":2800,"listener":"SearchIndex","startMicroseconds":12}], ...}
  /// ```
  ///
  /// The keys are stable and sorted: `calls`, `date` (ISO 8601, UTC), `durationMicroseconds`,
  /// `event`, `isOverBudget`, `number`, `origin`, `previousState`, `startMicroseconds`, `state`.
  public var jsonLines: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return events.reduce(into: "") { lines, recorded in
      // Strings and finite numbers only: there is nothing in a line that cannot be encoded.
      guard let data = try? encoder.encode(Line(recorded, in: self)),
        let line = String(bytes: data, encoding: .utf8)
      else { return }
      lines += line + "\n"
    }
  }
}

private struct Line: Encodable {
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

  struct Call: Encodable {
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
}
