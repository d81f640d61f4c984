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
    return relays.reduce(into: "") { lines, relay in
      // Strings and finite numbers only: there is nothing in a line that cannot be encoded.
      guard let data = try? encoder.encode(Line(relay, in: self)),
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

  init(_ relay: FlightRecording.Relay, in recording: FlightRecording) {
    number = relay.number
    event = relay.event
    origin = relay.origin
    previousState = relay.previousState
    state = relay.state
    date = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      .format(recording.startDate + TimeText.seconds(relay.start))
    startMicroseconds = TimeText.microseconds(relay.start)
    durationMicroseconds = TimeText.microseconds(relay.duration)
    isOverBudget = recording.budget.overrun(of: relay) != nil
    calls = relay.calls.map {
      Call(
        listener: $0.listener, startMicroseconds: TimeText.microseconds($0.start),
        durationMicroseconds: TimeText.microseconds($0.duration))
    }
  }
}
