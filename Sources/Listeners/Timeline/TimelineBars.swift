import LifecycleBus

/// The slowest listeners of a recording, as bars to one scale, one each.
struct TimelineBars {
  struct Bar {
    /// The number of its mark; `nil` for a replay, which has none.
    let badge: Int?
    let isLate: Bool
    let listener: String
    let event: String
    let duration: String
    /// From 0 to 1.
    let length: Double
    /// Where the event's budget ends, from 0 to 1, if it is on the scale.
    let budget: Double?
  }

  private(set) var bars: [Bar] = []
  /// The badge of each mark, by its place, in order of time.
  private(set) var badges: [Int: Int] = [:]
  /// One sentence, where there is nothing worth a bar, or too much.
  private(set) var remark: String?

  init() {}

  /// - `marks`: The place of an event's mark, by the event's number.
  init(_ recording: FlightRecording, marks: [Int: Int]) {
    let slowest = Self.longestCalls(recording)
    let worthwhile = slowest.filter { $0.isLate || $0.call.duration >= .milliseconds(1) }
    let shown = worthwhile.prefix(6)
    guard let longest = shown.map(\.call.duration).max() else {
      if !slowest.isEmpty { remark = "Every event kept its budget." }
      return
    }
    let others = worthwhile.count - shown.count
    if others > 0 { remark = "and \(others) more" }
    for mark in shown.compactMap({ $0.mark(marks) }).sorted() where badges[mark] == nil {
      badges[mark] = badges.count + 1
    }
    // The longest bar fills the width, unless a budget lies not far beyond it.
    let budgets = shown.map(\.recorded.allowance)
    let scale = max(longest, budgets.filter { $0 <= longest * 2 }.max() ?? .zero, .nanoseconds(1))
    bars = shown.sorted { $0.call.duration > $1.call.duration }.map { entry in
      let budget = entry.recorded.allowance / scale
      return Bar(
        badge: entry.mark(marks).flatMap { badges[$0] }, isLate: entry.isLate,
        listener: entry.call.listener,
        event: "\(entry.recorded.event)\(entry.recorded.origin == .replayed ? " (replayed)" : "")"
          + " at \(DurationText.short(entry.recorded.start))"
          + (entry.lateCount > 1 ? ", \(entry.lateCount)× late" : ""),
        duration: DurationText.short(entry.call.duration),
        length: entry.call.duration / scale, budget: budget <= 1 ? budget : nil)
    }
  }

  private struct Entry {
    let recorded: FlightRecording.RecordedEvent
    let call: FlightRecording.Call
    let isLate: Bool
    var lateCount: Int

    var weight: (Int, Duration) { (isLate ? 1 : 0, call.duration) }

    func mark(_ marks: [Int: Int]) -> Int? {
      recorded.origin == .replayed ? nil : marks[recorded.number]
    }
  }

  /// The longest call of each listener, offenders first, longest first.
  private static func longestCalls(_ recording: FlightRecording) -> [Entry] {
    var longest: [String: Entry] = [:]
    for recorded in recording.events {
      // Offenders are the slowest of an event, slowest first.
      let least = recorded.offenders.last?.duration
      for call in recorded.calls {
        let isLate = least.map { call.duration >= $0 } ?? false
        let old = longest[call.listener]
        var entry = Entry(recorded: recorded, call: call, isLate: isLate, lateCount: 0)
        if let old, old.weight >= entry.weight { entry = old }
        entry.lateCount = (old?.lateCount ?? 0) + (isLate ? 1 : 0)
        longest[call.listener] = entry
      }
    }
    return longest.values.sorted {
      if $0.weight != $1.weight { return $0.weight > $1.weight }
      return ($0.recorded.number, $0.call.listener) < ($1.recorded.number, $1.call.listener)
    }
  }
}
