import LifecycleBus
public import Listeners

extension StartupReport {
  /// The report as a picture: a bar for each command on one time scale, so that commands that ran
  /// side by side lie above each other.
  ///
  /// An SVG document without references to other files. The line marks the end of the launch event,
  /// for which the critical commands were waited. Red is what did not succeed. Names are escaped,
  /// and shortened where they are too long.
  ///
  /// - Parameter options: How the picture is drawn.
  /// - Returns: An SVG document.
  public func timeline(_ options: TimelineOptions = TimelineOptions(title: "Launch")) -> String {
    var chart = StartupChart(report: self, options: options)
    return chart.draw()
  }
}

/// Draws a startup report as SVG, from top to bottom.
struct StartupChart {
  let report: StartupReport
  let options: TimelineOptions
  var svg = SVGWriter()
  /// The baseline of what was drawn last.
  var y = 0.0

  private static let margin = TimelineLayout.margin
  private static let rowHeight = 25.0
  private var width: Double { options.width }

  /// The whole picture.
  mutating func draw() -> String {
    y = svg.head([summary], options)
    drawLegend()
    if !report.entries.isEmpty { drawRows() }
    return svg.document(height: y + 20, options: options, summary: [summary])
  }

  private var summary: String {
    let failures = report.failures.count
    let count = report.entries.count
    return "\(count) \(count == 1 ? "command" : "commands")"
      + (failures > 0 ? ", \(failures) did not succeed" : "")
      + " · the launch took \(DurationText.short(report.launchDuration))"
  }

  /// How a command ran, as the name of a style.
  private static func style(_ entry: StartupReport.Entry) -> String {
    if !entry.outcome.isSuccess { return "late" }
    return entry.isAsynchronous ? "asynchronous" : entry.phase.rawValue
  }

  private mutating func drawLegend() {
    let present = Set(report.entries.map(Self.style))
    let names = ["critical", "deferred", "asynchronous", "late"].filter(present.contains)
    let entries = names.map { name in
      SVGWriter.LegendEntry(text: name == "late" ? "did not succeed" : name) { svg, x, y in
        svg.rectangle("bar \(name)", x + 1, y - 9, 16, 10, radius: 2)
      }
    }
    y = svg.legend(entries, below: y, options)
  }

  private mutating func drawRows() {
    let entries = report.entries.sorted { ($0.start, $0.name) < ($1.start, $1.name) }
    let room = width - 2 * Self.margin
    let notes = entries.map { Self.note($0) }
    let noteWidth = min(
      notes.map { TimelineText.width($0, isBold: true) }.max() ?? 0, room * 0.28)
    let nameWidth = room * 0.26
    let left = Self.margin + nameWidth + 10
    let ends = entries.map { DurationText.seconds($0.start + $0.duration) }
    let end = max(ends.max() ?? 0, DurationText.seconds(report.launchDuration))
    let scale = TimelineScale(
      times: [0, end], spans: [], from: left,
      width: width - Self.margin - noteWidth - 12 - left)
    y += 34
    let top = y
    let launch = scale.position(DurationText.seconds(report.launchDuration))
    drawLaunchLabel(at: launch)
    for (entry, note) in zip(entries, notes) {
      let middle = y + Self.rowHeight / 2
      svg.text(Self.margin, middle + 4.2, entry.name.onOneLine, within: nameWidth)
      let x = scale.position(DurationText.seconds(entry.start))
      let right = scale.position(DurationText.seconds(entry.start + entry.duration))
      svg.rectangle(
        "bar \(Self.style(entry))", x, middle - 6, max(right - x, 2), 12, radius: 2,
        tooltip: "\(entry.name.onOneLine): \(entry.outcome), \(DurationText.short(entry.duration))"
          + " from \(DurationText.short(entry.start))")
      svg.text(
        width - Self.margin, middle + 4, note,
        entry.outcome.isSuccess ? "small end" : "small late end", within: noteWidth)
      y += Self.rowHeight
    }
    svg.path("budget", from: launch, top, "V\(SVGWriter.number(y))")
    svg.path("cut", from: left, y, "H\(SVGWriter.number(scale.position(end)))")
    let ticks = TimelineTicks(scale, start: 0, resumed: [], bounds: left - 8...width - 12).ticks
    svg.ticks(ticks, below: y)
    y += 24
  }

  /// Above the line's upper end.
  private mutating func drawLaunchLabel(at x: Double) {
    let text = "end of the launch event"
    let half = TimelineText.width(text) / 2
    svg.text(min(max(x, 12 + half), width - 12 - half), y - 5, text, "small muted middle")
  }

  private static func note(_ entry: StartupReport.Entry) -> String {
    switch entry.outcome {
    case .succeeded: DurationText.short(entry.duration)
    case .failed: "failed after \(DurationText.short(entry.duration))"
    case .skipped: "skipped"
    case .timedOut(let limit): "timed out after \(DurationText.short(limit))"
    case .terminated: "not ended"
    }
  }
}
