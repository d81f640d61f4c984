import LifecycleBus

extension FlightRecording {
  /// The recording as a table. Each event has a line, with its slowest listener.
  ///
  /// ```text
  ///   #       at  event                change                     took  slowest
  ///   1     0 ms  didFinishLaunching   notRunning -> inactive    31 ms  SearchIndex 28 ms
  ///   2    12 ms  didBecomeActive      inactive -> active      0.02 ms  EventLog 0.02 ms
  /// ! 3     42 s  didEnterBackground   inactive -> background    48 ms  SearchIndex 44 ms
  /// ```
  ///
  /// "!" marks an event that took longer than allowed. "at" is the time since the recorder was
  /// made, not counting sleep. If `async` listeners were called, the line ends with "then" and the
  /// slowest of these calls.
  public var table: String {
    let header = ["", "#", "at", "event", "change", "took", "slowest"]
    let lines = [header] + events.indices.map { row(droppedCount + $0 + 1, events[$0]) }
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let text = lines.map { line($0, widths) }.joined()

    guard droppedCount > 0 else { return text }
    return "(\(droppedCount) older events are no longer recorded)\n\(text)"
  }

  private func row(_ number: Int, _ event: RecordedEvent) -> [String] {
    let isCondition = event.previousState == event.state
    return [
      event.isSlow ? "!" : "",
      "\(number)",
      DurationText.short(event.start),
      event.event.rawValue + event.originText,
      isCondition ? "" : "\(event.previousState.rawValue) -> \(event.state.rawValue)",
      DurationText.short(event.duration),
      event.slowestCalls,
    ]
  }

  private func line(_ fields: [String], _ widths: [Int]) -> String {
    let padded = fields.indices.map { column in
      let padding = String(repeating: " ", count: widths[column] - fields[column].count)
      let isNumber = [1, 2, 5].contains(column)
      if isNumber { return padding + fields[column] }
      return fields[column] + padding
    }

    var line = padded.joined(separator: "  ")
    while line.last == " " {
      line.removeLast()
    }
    return line + "\n"
  }
}

extension FlightRecording.RecordedEvent {
  var originText: String {
    if origin == .posted { return "" }
    return " (\(origin.rawValue))"
  }

  var slowestCalls: String {
    let later = asyncCalls.max { $0.duration < $1.duration }
    let texts = [slowestCall?.text, later.map { "then \($0.text)" }]
    return texts.compactMap { $0 }.joined(separator: ", ").onOneLine
  }
}

extension FlightRecording.Call {
  fileprivate var text: String { "\(listener) \(DurationText.short(duration))" }
}
