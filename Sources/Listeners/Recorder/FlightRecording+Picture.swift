import Foundation
import LifecycleBus

extension FlightRecording {
  /// Draws the newest 60 events as an SVG picture, in light or dark colors as the viewer prefers.
  ///
  /// ```swift
  /// let picture = recorder.recording.picture(title: "Journal")
  /// try picture.write(to: folder.appending(path: "run.svg"), atomically: true, encoding: .utf8)
  /// ```
  ///
  /// Each event is a row. Its mark has the color of the app's state, and its bar shows how long the
  /// listeners took. The darker part of the bar is the slowest listener. The bar is red if the
  /// event took longer than allowed; a short line then marks the allowed time.
  ///
  /// - Parameter title: The text above the picture.
  /// - Returns: The text of the SVG file.
  public func picture(title: String = "App life cycle") -> String {
    let rows = events.suffix(60)
    let longest = rows.map(\.duration).reduce(.nanoseconds(1), max)
    let height = 116 + 30 * rows.count
    var top = 62
    let drawn = rows.map { row in
      top += 30
      return draw(row, at: top, longest)
    }

    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="920" height="\(height)" \
      viewBox="0 0 920 \(height)" role="img">
      <title>\(escaped(title))</title>
      \(style)
      <rect class="ground" x="0.5" y="0.5" width="919" height="\(height - 1)" rx="12"/>
      <text class="title" x="24" y="38">\(escaped(title, upTo: 60))</text>
      <text class="muted" x="24" y="60">\(summary)</text>
      \(drawn.joined(separator: "\n"))
      </svg>

      """
  }

  private var summary: String {
    let slow = events.count(where: \.isSlow)
    let older = droppedCount + max(events.count - 60, 0)
    let time = DurationText.short(end)

    var summary = "\(events.count) events in \(time) · \(slow) took longer than allowed"
    if older > 0 {
      summary += " · \(older) older ones are not drawn"
    }
    return summary
  }

  private func draw(_ row: RecordedEvent, at top: Int, _ longest: Duration) -> String {
    func width(_ duration: Duration) -> Int { max(Int(250 * min(duration / longest, 1)), 2) }

    let kind = row.previousState == row.state ? "condition" : row.state.rawValue
    let slow = row.isSlow ? " slow" : ""
    let took = width(row.duration)
    let slowest = min(width(row.slowestCall?.duration ?? .zero), took)
    // Outside the picture, unless it took longer.
    var allowed = -400
    if row.isSlow {
      allowed = width(row.allowance)
    }

    return """
      <g transform="translate(0 \(top))"><title>\(escaped("\(row)"))</title>
      <rect class="row" x="16" width="888" height="30" rx="6"/>
      <text class="muted end" x="92" y="19.5">\(DurationText.short(row.start))</text>
      <circle class="mark \(kind)" cx="108" cy="15" r="6"/>
      <text x="136" y="19.5">\(row.event.rawValue)<tspan class="muted">\(row.originText)</tspan></text>
      <rect class="bar\(slow)" x="392" y="9" width="\(took)" height="12" rx="3"/>
      <rect class="bar slowest\(slow)" x="392" y="9" width="\(slowest)" height="12" rx="3"/>
      <rect class="allowance" x="\(392 + allowed)" y="6" width="2" height="18"/>
      <text class="took\(slow)" x="\(402 + took)" y="19.5">\(DurationText.short(row.duration))\
      <tspan class="muted" dx="8">\(escaped(row.slowestCalls, upTo: 36))</tspan></text>
      </g>
      """
  }
}

/// On one line, and without control characters, which XML doesn't allow.
private func escaped(_ text: String, upTo count: Int = .max) -> String {
  var shown = text
  if text.count > count {
    shown = text.prefix(count - 1) + "…"
  }
  var result = ""

  for scalar in shown.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += " "
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private let style = """
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
