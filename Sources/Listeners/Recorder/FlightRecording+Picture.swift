import LifecycleBus

extension FlightRecording {
  /// The newest 60 events as an SVG picture, light or dark as the viewer prefers.
  ///
  /// Each event is a row, with a band of the app's states beside it. Its bar says how long the
  /// listeners took; the slowest one's part is darker. An event that took longer than its allowance is
  /// red, and a short line marks the allowance.
  ///
  /// ```swift
  /// let picture = recorder.recording.picture(title: "Journal")
  /// try picture.write(to: folder.appending(path: "run.svg"), atomically: true, encoding: .utf8)
  /// ```
  ///
  /// - Parameter title: The text above the picture.
  /// - Returns: The SVG text.
  public func picture(title: String = "App life cycle") -> String {
    FlightPicture(self, title: title).text
  }
}

private struct FlightPicture {
  private static let width = 920.0
  private static let rowHeight = 30.0
  private static let firstRow = 92.0
  /// Where the columns are, from left to right.
  private static let timeEnd = 92.0
  private static let lane = 108.0
  private static let name = 136.0
  private static let bar = 392.0
  private static let barWidth = 250.0

  private let recording: FlightRecording
  private let title: String
  private let rows: ArraySlice<FlightRecording.RecordedEvent>
  private let scale: Double

  init(_ recording: FlightRecording, title: String) {
    self.recording = recording
    self.title = title
    rows = recording.events.suffix(60)
    scale = rows.map(Self.length).reduce(0.000_001, max)
  }

  /// The seconds that the bar of an event has to show. A little more than it took, if its allowance
  /// would else be just outside.
  private static func length(of row: FlightRecording.RecordedEvent) -> Double {
    let took = row.duration / .seconds(1)
    let allowed = row.allowance / .seconds(1)
    if allowed < 1.5 * took { return max(took, allowed) }
    return took
  }

  var text: String {
    let height = Self.firstRow + Self.rowHeight * Double(rows.count) + 24
    let drawn = rows.enumerated().map { draw($1, at: y(of: $0)) }

    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(Self.width))" \
      height="\(number(height))" viewBox="0 0 \(number(Self.width)) \(number(height))" role="img">
      <title>\(escaped(title))</title>
      \(Self.style)
      <rect class="ground" x="0.5" y="0.5" width="\(number(Self.width - 1))" \
      height="\(number(height - 1))" rx="12"/>
      <text class="title" x="24" y="38">\(escaped(shortened(title, to: 60)))</text>
      <text class="muted" x="24" y="60">\(summary)</text>
      \((bands + drawn).joined(separator: "\n"))
      </svg>

      """
  }

  private var summary: String {
    let count = recording.events.count
    let slow = recording.slowEvents.count
    let hidden = recording.droppedCount + count - rows.count

    let events = count == 1 ? "1 event" : "\(count) events"
    var parts = ["\(events) in \(DurationText.short(recording.end))"]
    if slow == 0 {
      parts.append("none took longer than it may")
    } else {
      parts.append("\(slow) took longer than allowed")
    }
    if hidden > 0 {
      parts.append("\(hidden) older ones are not drawn")
    }
    return parts.joined(separator: " · ")
  }

  private func y(of index: Int) -> Double { Self.firstRow + Self.rowHeight * Double(index) }

  /// The states, each from its row to that of the next one.
  private var bands: [String] {
    let changes = rows.enumerated().filter { index, row in
      let isChange = row.origin != .replayed && row.previousState != row.state
      return index == 0 || isChange
    }
    let ends = changes.dropFirst().map { y(of: $0.offset) } + [y(of: rows.count)]

    return zip(changes, ends).map { change, end in
      let start = y(of: change.offset)
      return rectangle(change.element.state.rawValue, Self.lane - 3, start, 6, end - start - 2, 3)
    }
  }

  private func draw(_ row: FlightRecording.RecordedEvent, at top: Double) -> String {
    let middle = top + Self.rowHeight / 2
    let ground = rectangle("row", 16, top, Self.width - 32, Self.rowHeight, 6)

    let parts =
      [toolTip(row), ground]
      + words(of: row, at: middle)
      + bars(of: row, at: middle)
      + [cost(of: row, at: middle)]
    return "<g>" + parts.joined(separator: "\n") + "\n</g>"
  }

  private func toolTip(_ row: FlightRecording.RecordedEvent) -> String {
    let calls = row.calls.prefix(20).map { "\n\($0.text)" }
    let asyncCalls = row.asyncCalls.prefix(20).map { "\nthen \($0.text)" }
    let lines = (calls + asyncCalls).joined()
    return "<title>\(escaped("\(row)\(lines)"))</title>"
  }

  /// When, in which state, and what.
  private func words(of row: FlightRecording.RecordedEvent, at middle: Double) -> [String] {
    let isCondition = row.previousState == row.state
    let kind = isCondition ? "condition" : row.state.rawValue
    let place = "cx=\"\(number(Self.lane))\" cy=\"\(number(middle))\""

    var origin = ""
    if row.origin != .posted {
      origin = "<tspan class=\"muted\">\(row.originText)</tspan>"
    }

    return [
      label("muted end", Self.timeEnd, middle, DurationText.short(row.start)),
      "<circle class=\"mark \(kind)\" \(place) r=\"6\"/>",
      label("", Self.name, middle, row.event.rawValue, origin),
    ]
  }

  /// The bar, its slowest call, and for a slow event a short line at what it may take.
  private func bars(of row: FlightRecording.RecordedEvent, at middle: Double) -> [String] {
    let slow = slow(row)
    let took = barLength(of: row)
    var bars = [rectangle("bar\(slow)", Self.bar, middle - 6, max(took, 2), 12, 3)]

    if let slowest = row.slowestCall {
      let part = min(Self.barWidth * max(slowest.duration / .seconds(1) / scale, 0), took)
      bars.append(rectangle("bar slowest\(slow)", Self.bar, middle - 6, max(part, 2), 12, 3))
    }

    let allowed = row.allowance / .seconds(1) / scale
    if row.isSlow, allowed >= 0 {
      let x = Self.bar + Self.barWidth * allowed - 1
      bars.append(rectangle("allowance", x, middle - 9, 2, 18, 1))
    }
    return bars
  }

  /// How long the event took, and who took longest, behind the bar.
  private func cost(of row: FlightRecording.RecordedEvent, at middle: Double) -> String {
    let x = Self.bar + max(barLength(of: row), 2) + 10
    var culprit = row.slowestCall.map { "  \(shortened($0.listener, to: 24))" } ?? ""
    if let later = row.slowestAsyncCall {
      culprit = shortened("\(culprit)  then \(later.text)", to: 34)
    }

    return label(
      "took\(slow(row))", x, middle, DurationText.short(row.duration),
      "<tspan class=\"muted\" dx=\"8\">\(escaped(culprit.onOneLine))</tspan>")
  }

  private func barLength(of row: FlightRecording.RecordedEvent) -> Double {
    Self.barWidth * min(max(row.duration / .seconds(1) / scale, 0), 1)
  }

  private func slow(_ row: FlightRecording.RecordedEvent) -> String {
    row.isSlow ? " slow" : ""
  }

  private func label(
    _ names: String, _ x: Double, _ middle: Double, _ text: String, _ more: String = ""
  ) -> String {
    "<text class=\"\(names)\" x=\"\(number(x))\" y=\"\(number(middle + 4.5))\">"
      + "\(escaped(text))\(more)</text>"
  }

  private func rectangle(
    _ names: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double
  ) -> String {
    "<rect class=\"\(names)\" x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" "
      + "height=\"\(number(height))\" rx=\"\(number(radius))\"/>"
  }

  private func number(_ value: Double) -> String { DurationText.fixed(value, 1) }

  private func shortened(_ text: String, to count: Int) -> String {
    guard text.count > count else { return text }
    return text.prefix(count - 1) + "…"
  }

  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map(escaped).joined()
  }

  /// A control character would make the picture unreadable as XML.
  private func escaped(_ scalar: UnicodeScalar) -> String {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\n": "\n"
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": " "
    default: String(scalar)
    }
  }

  private static let style = """
    <style>
    text { font: 13px ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
      fill: #1f2630; font-variant-numeric: tabular-nums; }
    text.title { font-size: 18px; font-weight: 650; }
    .muted { fill: #69737f; } .end { text-anchor: end; } .took { font-weight: 600; }
    tspan { font-weight: 400; }
    .ground { fill: #ffffff; stroke: #dfe4ea; } .row { fill: transparent; }
    g:hover .row { fill: #f3f5f8; } .mark { stroke: #ffffff; stroke-width: 2.5; }
    .notRunning { fill: #c2c9d2; } .inactive { fill: #eeb13c; } .active { fill: #30a46c; }
    .background { fill: #5b7ddb; } .terminated { fill: #5d6671; }
    .condition { fill: #ffffff; stroke: #8b95a1; stroke-width: 2; }
    .bar { fill: #d3deee; } .bar.slowest { fill: #7f9fd0; } .allowance { fill: #1f2630; }
    .bar.slow { fill: #f6cdc8; } .bar.slowest.slow { fill: #da5548; } text.slow { fill: #b93a2d; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e4e8ed; } .muted { fill: #98a2ad; }
      .ground { fill: #14181d; stroke: #2a313a; } g:hover .row { fill: #1c222a; }
      .mark { stroke: #14181d; } .condition { fill: #14181d; stroke: #7b858f; }
      .notRunning { fill: #4b545f; } .terminated { fill: #aab3bd; }
      .bar { fill: #2b3a52; } .bar.slowest { fill: #6d93d1; } .allowance { fill: #e4e8ed; }
      .bar.slow { fill: #59302c; } .bar.slowest.slow { fill: #e0675a; } text.slow { fill: #f0877b; }
    }
    </style>
    """
}
