import Foundation
import LifecycleBus

extension FlightRecording {
  /// Reads a recording from its JSON Lines, for example from a report that a user sent.
  ///
  /// Everything in ``jsonLines`` is read back, to the nanosecond; the start's date to the
  /// millisecond. The lines do not contain the budget, which you may supply, and not the process
  /// identifier, which is 0. The recording ends with the last event. Empty lines are skipped, and
  /// keys that are not known are ignored.
  ///
  /// - Parameters:
  ///   - jsonLines: The lines, as ``jsonLines`` gives them.
  ///   - budget: The budget by which slow events are named.
  /// - Throws: `FlightRecordingError`, which names the first line that cannot be read.
  public init(
    jsonLines: String, budget: FlightBudget = FlightBudget()
  ) throws(FlightRecordingError) {
    let decoder = JSONDecoder()
    var events: [RecordedEvent] = []
    var startDate: Date?
    let lines = jsonLines.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let blanks: [UInt8] = [0x09, 0x0D, 0x20]  // tab, carriage return and space
    for (index, line) in lines.enumerated() where !line.allSatisfy({ blanks.contains($0) }) {
      let decoded: RecordedLine
      do {
        decoded = try decoder.decode(RecordedLine.self, from: Data(line))
      } catch {
        throw FlightRecordingError(line: index + 1, reason: Self.reason(for: error))
      }
      guard let event = decoded.recordedEvent else {
        throw FlightRecordingError(line: index + 1, reason: "a number is out of range")
      }
      guard let date = Self.date(decoded.date) else {
        throw FlightRecordingError(line: index + 1, reason: "\"date\" is not a date (ISO 8601)")
      }
      if startDate == nil { startDate = date - DurationText.seconds(event.start) }
      events.append(event)
    }
    self.init(
      events: events, end: events.map { $0.start + $0.duration }.max() ?? .zero,
      startDate: startDate ?? Date(timeIntervalSince1970: 0), budget: budget,
      processIdentifier: 0, droppedCount: (events.map(\.number).min() ?? 1) - 1)
  }

  private static func date(_ text: String) -> Date? {
    try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
  }

  private static func reason(for error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "the key \"\(key.stringValue)\" is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.last.map { "\"\($0.stringValue)\" has no valid value" }
        ?? "it is not the JSON object of a recorded event"
    default: "it is not the JSON object of a recorded event"
    }
  }
}

/// A recording that cannot be read.
public struct FlightRecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line that cannot be read, counted from 1.
  public let line: Int
  /// The cause, in a few words.
  public let reason: String

  /// One sentence: the line, the cause, and what to do.
  public var description: String {
    "Line \(line) of the recording cannot be read: \(reason); "
      + "give the lines as FlightRecording.jsonLines wrote them."
  }
}
