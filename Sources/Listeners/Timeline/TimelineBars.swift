import LifecycleBus
import Listeners

/// The slowest listeners of a recording, as bars to one scale: a pure value.
struct TimelineBars {
  /// The longest call of one listener for one kind of event.
  struct Bar {
    /// The number of the mark that it belongs to.
    ///
    /// `nil` for a replay, which has no mark.
    let badge: Int?
    let isLate: Bool
    let listener: String
    let event: String
    let duration: String
    /// From 0 to 1.
    let length: Double
    /// Where the event's budget ends, from 0 to 1; `nil` if that is off the scale.
    let budget: Double?
  }

  private(set) var bars: [Bar] = []
  /// The badge of each mark, by the mark's place; badges are counted in order of time.
  private(set) var badges: [Int: Int] = [:]
  /// One sentence, where there is nothing worth a bar.
  private(set) var remark: String?

  init() {}

  /// - Parameter badgeOf: The place of an event's mark, by the event's number. Events that share a
  ///   mark share a badge.
  init(_ recording: FlightRecording, badgeOf marks: [Int: Int]) {
    let slowest = Self.longestCalls(recording).prefix(6)
    let worthwhile = slowest.filter { $0.isLate || $0.call.duration >= .milliseconds(1) }
    guard let longest = worthwhile.map(\.call.duration).max() else {
      remark = slowest.first.map {
        "Every event kept its budget. The slowest listener, \($0.call.listener), took "
          + "\(DurationText.short($0.call.duration))."
      }
      return
    }
    for entry in worthwhile.sorted(by: { $0.recorded.start < $1.recorded.start }) {
      guard entry.recorded.origin != .replayed, let mark = marks[entry.recorded.number],
        badges[mark] == nil
      else { continue }
      badges[mark] = badges.count + 1
    }
    // The longest bar fills the width, unless a budget lies not far beyond it.
    let budgets = worthwhile.map { recording.allowance.allowance(for: $0.recorded.event) }
    let scale = max(
      DurationText.seconds(max(longest, budgets.filter { $0 <= longest * 2 }.max() ?? .zero)), 1e-9)
    bars = worthwhile.sorted { $0.call.duration > $1.call.duration }.map { entry in
      let allowance =
        DurationText.seconds(recording.allowance.allowance(for: entry.recorded.event)) / scale
      return Bar(
        badge: entry.recorded.origin == .replayed
          ? nil : marks[entry.recorded.number].flatMap { badges[$0] }, isLate: entry.isLate,
        listener: entry.call.listener,
        event: "\(entry.recorded.event)\(entry.recorded.origin == .replayed ? " (replayed)" : "")"
          + " at \(DurationText.short(entry.recorded.start))"
          + (entry.count > 1 ? ", \(entry.count)× late" : ""),
        duration: DurationText.short(entry.call.duration),
        length: DurationText.seconds(entry.call.duration) / scale,
        budget: allowance <= 1 ? allowance : nil)
    }
  }

  private struct Entry {
    let recorded: FlightRecording.RecordedEvent
    let call: FlightRecording.Call
    let isLate: Bool
    /// How often this listener made this event late.
    var count = 0

    var weight: (Int, Duration) { (isLate ? 1 : 0, call.duration) }
  }

  /// The longest call of each listener for each kind of event, offenders first, longest first.
  private static func longestCalls(_ recording: FlightRecording) -> [Entry] {
    let entries = recording.events.flatMap { recorded in
      let offenders = recording.allowance.overrun(of: recorded)?.offenders ?? []
      return recorded.calls.map {
        Entry(recorded: recorded, call: $0, isLate: offenders.contains($0))
      }
    }
    let alike = Dictionary(grouping: entries) { [$0.call.listener, $0.recorded.event.rawValue] }
    let longest = alike.values.compactMap { entries in
      var longest = entries.max { $0.weight < $1.weight }
      longest?.count = entries.count(where: \.isLate)
      return longest
    }
    return longest.sorted {
      if $0.weight != $1.weight { return $0.weight > $1.weight }
      return ($0.recorded.number, $0.call.listener) < ($1.recorded.number, $1.call.listener)
    }
  }
}
