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
  /// ``init(jsonLines:budget:)`` reads them back.
  public var jsonLines: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return events.reduce(into: "") { lines, recorded in
      // Strings and finite numbers only: there is nothing in a line that cannot be encoded.
      guard let data = try? encoder.encode(RecordedLine(recorded, in: self)),
        let line = String(bytes: data, encoding: .utf8)
      else { return }
      lines += line + "\n"
    }
  }
}
