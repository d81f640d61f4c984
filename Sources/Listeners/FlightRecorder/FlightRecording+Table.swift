import LifecycleBus

extension FlightRecording {
  /// The recording as a table to read: one line an event, with the event's slowest listener.
  ///
  /// ```text
  ///   #       at  event                change                     took  slowest
  ///   1     0 ms  didFinishLaunching   notRunning -> inactive    31 ms  SearchIndex 28 ms
  ///   2    12 ms  didBecomeActive      inactive -> active      0.02 ms  EventLog 0.02 ms
  /// ! 3     42 s  didEnterBackground   inactive -> background    48 ms  SearchIndex 44 ms
  /// ```
  ///
  /// Lines that begin with "!" took longer than their budget. Meant for reading; programs read
  /// ``jsonLines``.
  public var table: String {
    let header = ["", "#", "at", "event", "change", "took", "slowest"]
    var rows: [[String]] = []
    for recorded in events {
      let isLate = budget.overrun(of: recorded) != nil
      let change =
        recorded.previousState == recorded.state
        ? "" : "\(recorded.previousState) -> \(recorded.state)"
      let origin = recorded.origin == .posted ? "" : " (\(recorded.origin))"
      let slowest = recorded.calls.max { $0.duration < $1.duration }
      rows.append([
        isLate ? "!" : "", "\(recorded.number)", DurationText.short(recorded.start),
        "\(recorded.event)\(origin)", change, DurationText.short(recorded.duration),
        slowest.map { "\($0.listener) \(DurationText.short($0.duration))" } ?? "",
      ])
    }
    let dropped = droppedCount > 0 ? ["(\(droppedCount) older events are no longer recorded)"] : []
    let table = TextTable(header: header, rows: rows, alignedRight: [1, 2, 5]).text
    return (dropped + [table]).joined(separator: "\n") + "\n"
  }
}
