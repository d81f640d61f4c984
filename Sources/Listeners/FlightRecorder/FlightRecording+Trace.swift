import Foundation
import LifecycleBus

extension FlightRecording {
  /// The recording as a trace for the Perfetto UI and `chrome://tracing`.
  ///
  /// It is JSON in the Trace Event Format, with a track of the app's states, and a track of the
  /// events and listeners.
  public var trace: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let spans = events.flatMap { recorded in
      [TraceEvent(recorded)] + recorded.calls.map { TraceEvent($0, of: recorded) }
    }
    let names = [
      TraceEvent(naming: "process", 0, "App life cycle"),
      TraceEvent(naming: "thread", TraceEvent.stateTrack, "State"),
      TraceEvent(naming: "thread", TraceEvent.eventTrack, "Events"),
    ]
    let trace = ["traceEvents": names + stateSpans + spans]
    // Strings and finite numbers only: there is nothing in a trace that cannot be encoded.
    return (try? encoder.encode(trace)).flatMap { String(bytes: $0, encoding: .utf8) } ?? "{}"
  }

  private var stateSpans: [TraceEvent] {
    let changes = events.filter { $0.origin != .replayed && $0.previousState != $0.state }
    let ends = changes.dropFirst().map(\.start) + [end]
    return zip(changes, ends).map { TraceEvent($0.state, $0.start, until: $1) }
  }
}

/// The field names are those of the format; times are microseconds.
private struct TraceEvent: Encodable {
  static let stateTrack = 1
  static let eventTrack = 2

  let name: String
  let cat: String
  let ph: String
  let ts: Double
  var dur = 0.0
  var pid = 1
  let tid: Int
  var args: [String: String] = [:]
}

extension TraceEvent {
  init(naming kind: String, _ track: Int, _ name: String) {
    self.init(
      name: "\(kind)_name", cat: "__metadata", ph: "M", ts: 0, tid: track, args: ["name": name])
  }

  init(_ state: AppLifecycleState, _ start: Duration, until end: Duration) {
    let (start, end) = (DurationText.microseconds(start), DurationText.microseconds(end))
    self.init(
      name: state.rawValue, cat: "state", ph: "X", ts: start, dur: max(end - start, 0),
      tid: Self.stateTrack)
  }

  init(_ recorded: FlightRecording.RecordedEvent) {
    self.init(
      name: recorded.event.rawValue, cat: "event", ph: "X",
      ts: DurationText.microseconds(recorded.start),
      dur: DurationText.microseconds(recorded.duration), tid: Self.eventTrack,
      args: [
        "number": "\(recorded.number)", "origin": recorded.origin.rawValue,
        "date": DateText.milliseconds(recorded.date),
        "previousState": recorded.previousState.rawValue, "state": recorded.state.rawValue,
        "slow": recorded.isSlow ? recorded.description : "no",
      ])
  }

  init(_ call: FlightRecording.Call, of recorded: FlightRecording.RecordedEvent) {
    self.init(
      name: call.listener, cat: "listener", ph: "X", ts: DurationText.microseconds(call.start),
      dur: DurationText.microseconds(call.duration), tid: Self.eventTrack,
      args: ["event": recorded.event.rawValue])
  }
}
