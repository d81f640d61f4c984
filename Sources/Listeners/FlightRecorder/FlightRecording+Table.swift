import LifecycleBus

extension FlightRecording {
  /// The recording as a table for people: a line an event, with the slowest listener, and who was
  /// late.
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
    var rows = [["", "#", "at", "event", "change", "took", "slowest"]]
    for relay in relays {
      let isLate = budget.overrun(of: relay) != nil
      let change =
        relay.previousState == relay.state ? "" : "\(relay.previousState) -> \(relay.state)"
      let origin = relay.origin == .posted ? "" : " (\(relay.origin))"
      let slowest = relay.calls.max { $0.duration < $1.duration }
      rows.append([
        isLate ? "!" : "", "\(relay.number)", TimeText.short(relay.start),
        "\(relay.event)\(origin)", change, TimeText.short(relay.duration),
        slowest.map { "\($0.listener) \(TimeText.short($0.duration))" } ?? "",
      ])
    }
    let rightAligned: Set = [1, 2, 5]
    let widths = rows[0].indices.map { column in rows.map(\.[column].count).max() ?? 0 }
    let lines = rows.map { row in
      zip(row.indices, row).map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return rightAligned.contains(column) ? padding + cell : cell + padding
      }
      .joined(separator: "  ")
    }
    let dropped = droppedCount > 0 ? ["(\(droppedCount) older events are no longer recorded)"] : []
    return (dropped + lines.map(trimmed)).joined(separator: "\n") + "\n"
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}
