import Foundation
import LifecycleBus

/// Draws a layout as SVG: text only, no decisions about where things go along the time axis.
struct TimelineRenderer {
  private let recording: FlightRecording
  private let options: TimelineOptions
  private let layout: TimelineLayout
  private let width: Double
  private var body = ""
  private var y = 0.0

  private static let bandHeight = 30.0
  private static let flagHeight = 18.0
  private let margin = TimelineLayout.margin

  init(_ recording: FlightRecording, _ options: TimelineOptions) {
    self.recording = recording
    self.options = options
    width = Double(min(max(options.width, 360), 10_000))
    layout = TimelineLayout(recording, width: width, slowestCount: options.slowestCount)
  }

  /// The whole picture.
  mutating func svg() -> String {
    body = ""
    drawHead()
    if layout.bands.isEmpty {
      y += 36
      text(width / 2, y, "No events have been recorded yet.", "muted middle")
      y += 30
    } else {
      drawPlot()
      drawBars()
    }
    let height = (y + 20).rounded()
    let label = TimelineText.escaped(options.title)
    let summary = TimelineText.escaped(subtitle)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(width))" height="\(number(height))" \
      viewBox="0 0 \(number(width)) \(number(height))" role="img" aria-label="\(label)">
      <title>\(label)</title>
      <desc>\(summary)</desc>
      <style>\(TimelineStyle.sheet(options.appearance))</style>
      <rect class="ground" x="0.5" y="0.5" width="\(number(width - 1))" height="\(number(height - 1))" rx="10"/>
      \(body)</svg>

      """
  }

  // MARK: Head

  private var subtitle: String { subtitleParts.joined(separator: " · ") }

  private var subtitleParts: [String] {
    let shown = recording.relays.filter { $0.origin != .replayed }.count
    let total = shown + recording.droppedCount
    let events =
      recording.droppedCount > 0 ? "last \(shown) of \(total) events" : count(shown, "event")
    let date = Date.ISO8601FormatStyle(dateTimeSeparator: .space).format(recording.startDate)
      .replacingOccurrences(of: "Z", with: " UTC")
    let late = recording.overruns.count
    let verdict = late > 0 ? " · \(late) over budget" : ""
    return [date, "\(events) in \(TimeText.short(recording.end))\(verdict)"]
  }

  private func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  private mutating func drawHead() {
    let title = TimelineText.fit(options.title, size: 17, within: width - 2 * margin)
    text(margin, 36, title, "title")
    y = 38
    // In a narrow picture the date has a line of its own.
    let isLong = TimelineText.width(subtitle, size: 12) > width - 2 * margin
    let lines = isLong ? subtitleParts : [subtitle]
    for line in lines {
      y += 18
      text(margin, y, line, "muted")
    }
    let entries = legend
    let legendWidth = entries.reduce(-14) { $0 + $1.width }
    let taken = max(
      TimelineText.width(title, size: 17) * 1.1, TimelineText.width(lines[0], size: 12))
    var x = width - margin - legendWidth
    if x < margin + taken + 24 {
      x = margin
      y += 22
    }
    for entry in entries {
      if x > margin && x + entry.width - 14 > width - margin {
        x = margin
        y += 20
      }
      entry.draw(&self, x, y - 4)
      text(x + 17, y, entry.text, "muted")
      x += entry.width
    }
  }

  private struct LegendEntry {
    let text: String
    let draw: (inout TimelineRenderer, Double, Double) -> Void
    var width: Double { TimelineText.width(text, size: 12) + 31 }
  }

  private var legend: [LegendEntry] {
    var entries: [LegendEntry] = []
    for state in AppLifecycleState.allCases
    where layout.bands.contains(where: { $0.state == state && $0.label == nil && $0.width > 0 }) {
      entries.append(
        LegendEntry(text: state.rawValue) { renderer, x, y in
          renderer.body +=
            "<rect class=\"\(state)\" x=\"\(renderer.number(x))\" "
            + "y=\"\(renderer.number(y - 5))\" width=\"11\" height=\"11\" rx=\"2.5\"/>\n"
        })
    }
    if layout.marks.contains(where: { $0.shape == .synthesized }) {
      entries.append(
        LegendEntry(text: "synthesized") { $0.shape(.synthesized, $1 + 5.5, $2 + 0.5, "") })
    }
    if layout.marks.contains(where: { $0.shape == .condition }) {
      entries.append(
        LegendEntry(text: "condition") { $0.shape(.condition, $1 + 5.5, $2 + 0.5, "") })
    }
    return entries
  }

  // MARK: Plot

  private mutating func drawPlot() {
    let top = y + 20
    let band = top + Double(layout.flagRows) * Self.flagHeight + 10
    for flag in layout.flags {
      let baseline = band - 14 - Double(flag.row) * Self.flagHeight
      let late = flag.isLate ? " late" : ""
      body +=
        "<path class=\"pole\(late)\" d=\"M\(number(flag.x)) \(number(baseline - 9))V\(number(band))\"/>\n"
      text(flag.x + 5, baseline, flag.text, flag.isLate ? "late" : "")
    }
    drawBands(band)
    drawMarks(band)
    let axis = band + Self.bandHeight
    for tick in layout.ticks {
      body += "<path class=\"line\" d=\"M\(number(tick.x)) \(number(axis + 2))v4\"/>\n"
      let half = TimelineText.width(tick.text, size: TimelineLayout.tickSize) / 2
      let x = min(max(tick.x, margin / 2 + half), width - margin / 2 - half)
      text(x, axis + 19, tick.text, "small muted middle")
    }
    y = axis + 24
  }

  private mutating func drawBands(_ top: Double) {
    let left = layout.bands.first?.x ?? margin
    let right = layout.bands.last.map { $0.x + $0.width } ?? margin
    let end = layout.bands.last?.state == .terminated ? 7.0 : 0
    body +=
      "<clipPath id=\"plot\"><rect x=\"\(number(left))\" y=\"\(number(top))\" "
      + "width=\"\(number(right - left + end))\" height=\"\(number(Self.bandHeight))\" rx=\"6\"/></clipPath>\n"
    body += "<g clip-path=\"url(#plot)\">\n"
    for band in layout.bands {
      let width = band.state == .terminated ? band.width + end : band.width
      body +=
        "<rect class=\"\(band.state)\" x=\"\(number(band.x))\" y=\"\(number(top))\" "
        + "width=\"\(number(width))\" height=\"\(number(Self.bandHeight))\">"
        + "<title>\(TimelineText.escaped(band.tooltip))</title></rect>\n"
    }
    for cut in layout.cuts {
      for x in [cut - 3, cut + 4] {
        body +=
          "<path class=\"cut\" d=\"M\(number(x - 4)) \(number(top + Self.bandHeight + 2))"
          + "L\(number(x + 4)) \(number(top - 2))\"/>\n"
      }
    }
    body += "</g>\n"
    for band in layout.bands {
      guard let label = band.label else { continue }
      text(band.labelX, top + Self.bandHeight / 2 + 5, label, "\(band.state) middle")
    }
  }

  private mutating func drawMarks(_ top: Double) {
    // Late ones last, so that they lie on top.
    let plain = layout.marks.filter { $0.badge == nil }
    for mark in plain.filter({ !$0.isLate }) + plain.filter(\.isLate) {
      let name = mark.isLate ? " late" : ""
      body += "<g><title>\(TimelineText.escaped(mark.tooltip))</title>"
      if layout.isDense {
        body +=
          "<path class=\"stroke\(name)\" d=\"M\(number(mark.x)) \(number(top - (mark.isLate ? 8 : 4)))v\(mark.isLate ? 11 : 6)\"/>"
      } else {
        shape(mark.shape, mark.x, top, name)
      }
      body += "</g>\n"
    }
    for mark in layout.marks {
      guard let badge = mark.badge else { continue }
      body += "<g><title>\(TimelineText.escaped(mark.tooltip))</title>"
      drawBadge(badge, mark.x, top + mark.badgeShift, isLate: mark.isLate)
      body += "</g>\n"
    }
  }

  private mutating func shape(
    _ shape: TimelineLayout.Mark.Shape, _ x: Double, _ y: Double, _ name: String
  ) {
    switch shape {
    case .event:
      body += "<circle class=\"mark\(name)\" cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"4.5\"/>"
    case .synthesized:
      body += "<circle class=\"mark open\(name)\" cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"4\"/>"
    case .condition:
      body +=
        "<path class=\"mark\(name)\" "
        + "d=\"M\(number(x)) \(number(y - 5.5))l5.5 5.5l-5.5 5.5l-5.5 -5.5z\"/>"
    }
  }

  private mutating func drawBadge(_ badge: Int, _ x: Double, _ y: Double, isLate: Bool) {
    let name = isLate ? "late" : "calm"
    body += "<circle class=\"mark \(name)\" cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"8.5\"/>"
    text(x, y + 3.6, "\(badge)", "badge \(name) middle")
  }

  // MARK: Bars

  private mutating func drawBars() {
    if let remark = layout.bars.remark {
      y += 26
      text(margin, y, TimelineText.fit(remark, size: 12, within: width - 2 * margin), "muted")
    }
    guard !layout.bars.bars.isEmpty else { return }
    y += 34
    text(margin, y, "Slowest listeners", "head")
    if layout.bars.bars.contains(where: { $0.budget != nil }) {
      let note = "the event's budget"
      let x = width - margin - TimelineText.width(note, size: 12)
      body += "<path class=\"budget\" d=\"M\(number(x - 7)) \(number(y - 10))v12\"/>\n"
      text(width - margin, y, note, "muted end")
    }
    y += 10
    // In a narrow picture the event goes below the listener's name.
    let isNarrow = width < 640
    let total = width - 2 * margin
    let nameWidth = total * (isNarrow ? 0.42 : 0.24) - 26
    let eventWidth = isNarrow ? total - 26 : min(total * 0.34, 330)
    let left = margin + 26 + nameWidth + 10
    let right = isNarrow ? width - margin : width - margin - eventWidth - 12
    for bar in layout.bars.bars {
      let height = isNarrow ? 38.0 : 25.0
      let middle = y + (isNarrow ? 12 : height / 2)
      let name = bar.isLate ? " late" : ""
      if let badge = bar.badge { drawBadge(badge, margin + 8.5, middle, isLate: bar.isLate) }
      text(
        margin + 26, middle + 4.2, TimelineText.fit(bar.listener, size: 12, within: nameWidth), "")
      let event = TimelineText.fit(bar.event, size: 11, within: eventWidth)
      if isNarrow {
        text(margin + 26, middle + 19, event, "small muted")
      } else {
        text(width - margin, middle + 4, event, "small muted end")
      }
      let room = right - left - 58
      let length = max(room * bar.length, 2)
      body +=
        "<rect class=\"track\" x=\"\(number(left))\" y=\"\(number(middle - 6))\" "
        + "width=\"\(number(room))\" height=\"12\" rx=\"3\"/>"
      body +=
        "<rect class=\"bar\(name)\" x=\"\(number(left))\" y=\"\(number(middle - 6))\" "
        + "width=\"\(number(length))\" height=\"12\" rx=\"3\"/>"
      if let budget = bar.budget {
        body +=
          "<path class=\"budget\" d=\"M\(number(left + room * budget)) \(number(middle - 9))v18\"/>"
      }
      body += "\n"
      text(left + room + 8, middle + 4, bar.duration, bar.isLate ? "small late" : "small")
      y += height
    }
  }

  // MARK: Writing

  private mutating func text(_ x: Double, _ y: Double, _ text: String, _ names: String) {
    let attribute = names.isEmpty ? "" : " class=\"\(names)\""
    body +=
      "<text\(attribute) x=\"\(number(x))\" y=\"\(number(y))\">\(TimelineText.escaped(text))</text>\n"
  }

  /// To a hundredth of a point, and short.
  private func number(_ value: Double) -> String {
    var text = TimeText.fixed(value, 2)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
