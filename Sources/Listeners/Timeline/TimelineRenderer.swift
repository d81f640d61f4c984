import LifecycleBus

/// Draws a layout as SVG, from top to bottom.
struct TimelineRenderer {
  let recording: FlightRecording
  let title: String
  let width: Double
  let isDark: Bool?
  let layout: TimelineLayout
  private var svg = SVGWriter()
  /// The baseline of what was drawn last.
  private var y = 36.0

  private static let bandHeight = 40.0
  private static let flagHeight = 18.0
  private static let laneHeight = 24.0
  private var margin: Double { TimelineLayout.margin }
  private var room: Double { width - 2 * margin }

  init(_ recording: FlightRecording, title: String, width: Double, isDark: Bool?) {
    (self.recording, self.title, self.width, self.isDark) = (recording, title, width, isDark)
    layout = TimelineLayout(recording, width: width)
  }

  mutating func draw() -> String {
    svg.text(margin, y, title, "title", within: room)
    // In a narrow picture the date has a line of its own.
    let line = summary.joined(separator: " · ")
    for line in TimelineText.width(line) > room ? summary : [line] {
      y += 18
      svg.text(margin, y, line, "muted", within: room)
    }
    if layout.bands.isEmpty {
      y += 36
      svg.text(width / 2, y, "No events have been recorded yet.", "muted middle")
    } else {
      drawLegend()
      drawPlot()
      drawBars()
    }
    return svg.document(width, y + 20, title: title, summary: summary, isDark: isDark)
  }

  private var summary: [String] {
    let shown = layout.positions.count
    let events =
      recording.droppedCount > 0
      ? "last \(shown) events, \(recording.droppedCount) older ones dropped"
      : shown == 1 ? "1 event" : "\(shown) events"
    let late = recording.overruns.count
    return [
      DateText.seconds(recording.startDate),
      "\(events) in \(DurationText.short(recording.end))"
        + (late > 0 ? " · \(late) over budget" : ""),
    ]
  }

  private mutating func drawLegend() {
    typealias Symbol = (inout SVGWriter, _ x: Double, _ y: Double) -> Void
    let states = Set(layout.bands.map(\.state))
    var entries: [(text: String, draw: Symbol)] =
      AppLifecycleState.allCases.filter(states.contains).map { state in
        let height = TimelineStyle.height(state) * 0.35
        return (
          state.rawValue, { $0.rectangle(state.rawValue, $1 + 1, $2 + 1 - height, 16, height) }
        )
      }
    let plain = layout.clusters.filter { $0.badge == nil }
    let marks: [(text: String, isShown: Bool, draw: Symbol)] = [
      (
        "over budget", layout.lateness.contains(true),
        { $0.mark(.event, $1 + 9, $2 - 4, isLate: true) }
      ),
      (
        "several events", plain.contains { $0.events.count > 1 },
        { $0.mark(.event, $1 + 9, $2 - 4, isGroup: true) }
      ),
      (
        "synthesized", plain.contains { $0.shape == .synthesized },
        { $0.mark(.synthesized, $1 + 9, $2 - 4) }
      ),
      (
        "condition", plain.contains { $0.shape == .condition },
        { $0.mark(.condition, $1 + 9, $2 - 4) }
      ),
      (
        "the event's budget", layout.bars.bars.contains { $0.budget != nil },
        { $0.path("budget", from: $1 + 9, $2 - 11, "v14") }
      ),
    ]
    entries += marks.filter(\.isShown).map { ($0.text, $0.draw) }
    var x = margin
    y += 24
    for entry in entries {
      let taken = TimelineText.width(entry.text) + 24
      if x > margin, x + taken > width - margin { (x, y) = (margin, y + 20) }
      entry.draw(&svg, x, y)
      svg.text(x + 24, y, entry.text, "muted")
      x += taken + 16
    }
  }

  // MARK: Plot

  private mutating func drawPlot() {
    let rows = layout.flags.map { $0.row + 1 }.max() ?? 0
    let lane = y + 26 + Double(rows) * Self.flagHeight
    let axis = lane + Self.laneHeight + Self.bandHeight
    drawFlags(lane)
    drawBands(axis)
    svg.path("edge", from: margin, axis, "H\(SVGWriter.number(layout.plotEnd))")
    drawMarks(lane)
    for tick in layout.ticks {
      svg.path("line", from: tick.x, axis + 1, "v5")
      svg.text(tick.textX, axis + 19, tick.text, "muted middle")
    }
    y = axis + 26
  }

  private mutating func drawFlags(_ lane: Double) {
    for flag in layout.flags {
      let baseline = lane - 6 - Double(flag.row) * Self.flagHeight
      let end = lane + Self.laneHeight / 2
      svg.path(
        flag.isLate ? "pole late" : "pole", from: flag.x, baseline - 10,
        "V\(SVGWriter.number(end))")
      svg.text(
        flag.x + (flag.isLeftward ? -5 : 5), baseline, flag.text,
        (flag.isLate ? "late" : "") + (flag.isLeftward ? " end" : ""))
    }
  }

  private mutating func drawBands(_ axis: Double) {
    // The end has no length, and is shown by a block. Short states lie on top of long ones.
    let drawn = layout.bands.map { band in
      let least = band.state == .terminated ? 8 : TimelineLayout.sliver
      return (band: band, width: max(band.width, least), isSliver: band.width < least)
    }
    // Of short states that lie on each other, one is drawn: rather a stay than a transition.
    let slivers =
      drawn.filter { $0.isSliver && $0.band.state != .inactive }
      + drawn.filter { $0.isSliver && $0.band.state == .inactive }
    var taken: Set<Int> = []
    for (band, width, isSliver) in drawn.filter({ !$0.isSliver }) + slivers {
      let place = Int(band.x / 3)
      if isSliver, !taken.insert(place).inserted, band.state != .terminated { continue }
      let height = TimelineStyle.height(band.state)
      svg.rectangle(
        band.state.rawValue, band.x, axis - height, width, height, tooltip: band.tooltip)
    }
    for band in layout.bands {
      guard let label = band.label else { continue }
      let (x, middle) = (band.x + band.width / 2, axis - TimelineStyle.height(band.state) / 2)
      let width = TimelineText.width(label) + 8
      // A plain plate, so that the texture does not run through the text.
      svg.rectangle("fill-\(band.state.rawValue)", x - width / 2, middle - 8, width, 16, radius: 3)
      svg.text(x, middle + 4, label, "\(band.state.rawValue) middle")
    }
  }

  private mutating func drawMarks(_ lane: Double) {
    for (x, isLate) in zip(layout.positions, layout.lateness) {
      let late = isLate ? " late" : ""
      svg.path("stroke\(late)", from: x, lane + Self.laneHeight - 7, "v7")
    }
    let middle = lane + Self.laneHeight / 2 - 2
    for cluster in layout.clusters {
      svg.group(tooltip: cluster.tooltip) { svg in
        if let badge = cluster.badge {
          svg.badge(badge, cluster.x, middle, isLate: cluster.isLate)
        } else {
          svg.mark(
            cluster.shape, cluster.x, middle, isLate: cluster.isLate,
            isGroup: cluster.events.count > 1)
        }
      }
    }
  }

  // MARK: Bars

  private mutating func drawBars() {
    if !layout.bars.bars.isEmpty {
      y += 34
      svg.text(margin, y, "Slowest listeners", "head")
    }
    let (left, right) = (margin + 26, width - margin)
    for bar in layout.bars.bars {
      y += 26
      if let badge = bar.badge { svg.badge(badge, margin + 8.5, y - 4, isLate: bar.isLate) }
      let duration = TimelineText.width(bar.duration, isBold: bar.isLate)
      svg.text(left, y, bar.listener, within: right - left - duration - 12)
      svg.text(right, y, bar.duration, bar.isLate ? "late end" : "end")
      svg.rectangle("track", left, y + 7, right - left, 8, radius: 3)
      svg.rectangle(
        bar.isLate ? "bar late" : "bar", left, y + 7, max((right - left) * bar.length, 2), 8,
        radius: 3)
      if let budget = bar.budget {
        svg.path("budget", from: left + (right - left) * budget, y + 5, "v12")
      }
      y += 30
      svg.text(left, y, bar.event, "muted", within: right - left)
    }
    if let remark = layout.bars.remark {
      y += 26
      svg.text(margin, y, remark, "muted", within: room)
    }
  }
}
