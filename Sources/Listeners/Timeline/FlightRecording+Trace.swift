import Foundation
import LifecycleBus
public import Listeners

extension FlightRecording {
  /// The recording as a trace that the Perfetto UI and `chrome://tracing` open.
  ///
  /// JSON object format of the Trace Event Format: a track with the app's states, and one with the
  /// events, inside each the listeners that were called. Times are microseconds.
  public var trace: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let trace = Trace(
      traceEvents: names + stateSpans + events.flatMap(spans), displayTimeUnit: "ms",
      otherData: ["startDate": DateText.milliseconds(startDate)])
    // Strings and finite numbers only: there is nothing in a trace that cannot be encoded.
    return (try? encoder.encode(trace)).flatMap { String(bytes: $0, encoding: .utf8) } ?? "{}"
  }

  private static let stateTrack = 1
  private static let eventTrack = 2

  private var names: [TraceEvent] {
    [
      ("process_name", 0, "App life cycle"), ("thread_name", Self.stateTrack, "State"),
      ("thread_name", Self.eventTrack, "Events"),
    ].map { name, track, value in
      TraceEvent(
        name: name, cat: "__metadata", ph: "M", ts: 0, dur: nil, pid: processIdentifier,
        tid: track, args: ["name": value])
    }
  }

  private var stateSpans: [TraceEvent] {
    stateBands.map { band in
      TraceEvent(
        name: band.state.rawValue, cat: "state", ph: "X", ts: DurationText.microseconds(band.start),
        dur: DurationText.microseconds(band.end - band.start), pid: processIdentifier,
        tid: Self.stateTrack, args: [:])
    }
  }

  private func spans(of recorded: RecordedEvent) -> [TraceEvent] {
    let whole = TraceEvent(
      name: recorded.event.rawValue, cat: "event", ph: "X",
      ts: DurationText.microseconds(recorded.start),
      dur: DurationText.microseconds(recorded.duration), pid: processIdentifier,
      tid: Self.eventTrack,
      args: [
        "number": "\(recorded.number)", "origin": recorded.origin.rawValue,
        "previousState": recorded.previousState.rawValue, "state": recorded.state.rawValue,
        "overBudget": allowance.overrun(of: recorded).map(\.description) ?? "no",
      ])
    let calls = recorded.calls.map { call in
      TraceEvent(
        name: call.listener, cat: "listener", ph: "X", ts: DurationText.microseconds(call.start),
        dur: DurationText.microseconds(call.duration), pid: processIdentifier, tid: Self.eventTrack,
        args: ["event": recorded.event.rawValue])
    }
    return [whole] + calls
  }
}

private struct Trace: Encodable {
  let traceEvents: [TraceEvent]
  let displayTimeUnit: String
  let otherData: [String: String]
}

/// The field names are those of the format.
private struct TraceEvent: Encodable {
  let name: String
  let cat: String
  let ph: String
  let ts: Double
  let dur: Double?
  let pid: Int32
  let tid: Int
  let args: [String: String]
}

extension FlightRecording {
  /// A time during which the state was the same.
  struct StateBand: Hashable {
    var state: AppLifecycleState
    var start: Duration
    var end: Duration
  }

  /// The states in order and without gaps: from the start of the recording, or from the first event
  /// if older ones were dropped.
  var stateBands: [StateBand] {
    let changes = events.filter { $0.origin != .replayed }.sorted { $0.start < $1.start }
    guard let first = changes.first else { return [] }
    var bands: [StateBand] = []
    let start = droppedCount == 0 ? min(.zero, first.start) : first.start
    var band = StateBand(state: first.previousState, start: start, end: start)
    for change in changes where change.state != band.state {
      band.end = change.start
      // The time before a first event that came at once is no band; one between two events of a
      // moment is.
      if !bands.isEmpty || band.end > band.start || change.number != first.number {
        bands.append(band)
      }
      band = StateBand(state: change.state, start: change.start, end: change.start)
    }
    band.end = max(end, band.start)
    bands.append(band)
    return bands
  }
}
