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
        name: name, cat: "__metadata", ph: "M", ts: 0, pid: processIdentifier, tid: track,
        args: ["name": value])
    }
  }

  private var stateSpans: [TraceEvent] {
    stateBands.map { band in
      span(
        band.state.rawValue, "state", band.start, band.end - band.start, track: Self.stateTrack)
    }
  }

  private func spans(of recorded: RecordedEvent) -> [TraceEvent] {
    let whole = span(
      recorded.event.rawValue, "event", recorded.start, recorded.duration,
      [
        "number": "\(recorded.number)", "origin": recorded.origin.rawValue,
        "previousState": recorded.previousState.rawValue, "state": recorded.state.rawValue,
        "overBudget": recorded.isLate ? recorded.description : "no",
      ])
    let calls = recorded.calls.map {
      span($0.listener, "listener", $0.start, $0.duration, ["event": recorded.event.rawValue])
    }
    return [whole] + calls
  }

  private func span(
    _ name: String, _ category: String, _ start: Duration, _ duration: Duration,
    _ args: [String: String] = [:], track: Int = eventTrack
  ) -> TraceEvent {
    TraceEvent(
      name: name, cat: category, ph: "X", ts: DurationText.microseconds(start),
      dur: DurationText.microseconds(duration), pid: processIdentifier, tid: track, args: args)
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
  var dur: Double?
  let pid: Int32
  let tid: Int
  let args: [String: String]
}

extension FlightRecording {
  struct StateBand: Hashable {
    var state: AppLifecycleState
    var start: Duration
    var end: Duration
  }

  /// The states in order and without gaps, from the start or from the first event that was kept.
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
