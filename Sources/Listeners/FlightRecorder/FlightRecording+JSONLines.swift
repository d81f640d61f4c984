import Foundation
import LifecycleBus

extension FlightRecording {
  /// The recording for programs, as JSON Lines: one JSON object for each event.
  ///
  /// ```json
  /// {"calls":[{"durationMicroseconds":2800,"listener":"SearchIndex","startMicroseconds":12}], ...}
  /// ```
  ///
  /// The keys are stable: `allowedMicroseconds` if it is not the usual time, `calls`, `date` (ISO
  /// 8601, UTC), `durationMicroseconds`, `event`, `isOverBudget`, `number`, `origin`,
  /// `previousState`, `startMicroseconds`, `state`, and `wasPostedByListener` if it is true.
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

extension FlightRecording {
  /// Reads a recording from its JSON Lines, for example from a user's report.
  ///
  /// Empty lines and unknown keys are ignored. A line that cannot be read is left out; the first of
  /// them is the recording's ``problem``.
  public init(jsonLines: String) {
    let decoder = JSONDecoder()
    var events: [RecordedEvent] = []
    var startDate: Date?
    var problem: FlightRecordingError?
    let lines = jsonLines.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let blanks: [UInt8] = [0x09, 0x0D, 0x20]  // tab, carriage return and space
    for (index, line) in lines.enumerated() where !line.allSatisfy({ blanks.contains($0) }) {
      do {
        let decoded = try decoder.decode(RecordedLine.self, from: Data(line))
        let event = try decoded.recordedEvent()
        guard let date = DateText.date(decoded.date) else { throw InvalidDate() }
        if startDate == nil { startDate = date - DurationText.seconds(event.start) }
        events.append(event)
      } catch {
        problem =
          problem ?? FlightRecordingError(line: index + 1, reason: Self.reason(for: error))
      }
    }
    self.init(
      events: events, end: events.map { $0.start + $0.duration }.max() ?? .zero,
      startDate: startDate ?? Date(timeIntervalSince1970: 0), processIdentifier: 0,
      droppedCount: (events.map(\.number).min() ?? 1) - 1, problem: problem)
  }

  private static func reason(for error: any Error) -> String {
    if error is NumberOutOfRange { return "a number is out of range" }
    if error is InvalidDate { return "\"date\" is not a date (ISO 8601)" }
    return switch error as? DecodingError {
    case .keyNotFound(let key, _): "the key \"\(key.stringValue)\" is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.last.map { "\"\($0.stringValue)\" has no valid value" }
        ?? "it is not the JSON object of a recorded event"
    default: "it is not the JSON object of a recorded event"
    }
  }
}

/// A line of a recording that cannot be read.
public struct FlightRecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The number of the line, counted from 1.
  public let line: Int
  /// The cause.
  public let reason: String

  /// The line and the cause.
  public var description: String {
    "Line \(line) of the recording cannot be read, and is left out: \(reason)."
  }
}

private struct InvalidDate: Error {}

private struct NumberOutOfRange: Error {}

/// One line of JSON Lines. The property names are the keys.
private struct RecordedLine: Codable {
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
  var allowedMicroseconds: Double?
  var wasPostedByListener: Bool?

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
    isOverBudget = recorded.isLate
    if recorded.allowance != FlightRecorder.allowance(for: event) {
      allowedMicroseconds = DurationText.microseconds(recorded.allowance)
    }
    calls = recorded.calls.map {
      Call(
        listener: $0.listener, startMicroseconds: DurationText.microseconds($0.start),
        durationMicroseconds: DurationText.microseconds($0.duration))
    }
    if recorded.wasPostedByListener { wasPostedByListener = true }
  }

  func recordedEvent() throws(NumberOutOfRange) -> FlightRecording.RecordedEvent {
    guard (1...1_000_000_000_000).contains(number) else { throw NumberOutOfRange() }
    return FlightRecording.RecordedEvent(
      number: number, event: event, origin: origin,
      wasPostedByListener: wasPostedByListener ?? false, previousState: previousState, state: state,
      start: try Self.duration(startMicroseconds),
      duration: try Self.duration(durationMicroseconds),
      calls: try calls.map { call throws(NumberOutOfRange) in
        FlightRecording.Call(
          listener: call.listener, start: try Self.duration(call.startMicroseconds),
          duration: try Self.duration(call.durationMicroseconds))
      },
      allowance: try allowedMicroseconds.map(Self.duration)
        ?? FlightRecorder.allowance(for: event))
  }

  /// To the nanosecond; exact for a hundred days.
  private static func duration(_ microseconds: Double) throws(NumberOutOfRange) -> Duration {
    guard microseconds >= 0, microseconds < 9e15 else { throw NumberOutOfRange() }
    return .nanoseconds(Int64((microseconds * 1_000).rounded()))
  }
}
