import LifecycleBus
import Listeners

/// Draws a layout as SVG, from top to bottom.
struct TimelineRenderer {
  let recording: FlightRecording
  let options: TimelineOptions
  let layout: TimelineLayout
  var svg = SVGWriter()
  /// The baseline of what was drawn last.
  var y = 0.0

  static let bandHeight = 40.0
  static let flagHeight = 18.0
  /// The lane of the marks, between the names and the bands.
  static let laneHeight = 24.0
  var margin: Double { TimelineLayout.margin }
  var width: Double { options.width }

  init(_ recording: FlightRecording, _ options: TimelineOptions) {
    self.recording = recording
    self.options = options
    layout = TimelineLayout(recording, width: options.width)
  }

  /// The whole picture.
  mutating func draw() -> String {
    drawHead()
    if layout.bands.isEmpty {
      y += 36
      svg.text(width / 2, y, "No events have been recorded yet.", "muted middle")
      y += 10
    } else {
      drawLegend()
      drawPlot()
      drawBars()
    }
    return svg.document(height: y + 20, options: options, summary: summary)
  }

  // MARK: Plot

  private mutating func drawPlot() {
    let rows = layout.flags.map { $0.row + 1 }.max() ?? 0
    let lane = y + 26 + Double(rows) * Self.flagHeight
    let axis = lane + Self.laneHeight + Self.bandHeight
    drawFlags(lane)
    drawBands(axis)
    svg.path("cut", from: margin, axis, "H\(SVGWriter.number(layout.plotEnd))")
    drawBreaks(axis)
    drawMarks(lane)
    svg.ticks(layout.ticks, below: axis)
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
      let middle = axis - TimelineStyle.height(band.state) / 2
      let width = TimelineText.width(label) + 8
      // A plain plate, so that the texture does not run through the text.
      svg.rectangle(
        "fill-\(band.state.rawValue)", band.labelX - width / 2, middle - 8, width, 16, radius: 3)
      svg.text(band.labelX, middle + 4, label, "\(band.state.rawValue) middle")
    }
  }

  private mutating func drawBreaks(_ axis: Double) {
    let width = TimelineScale.breakWidth
    for shortened in layout.breaks {
      let top = axis - Self.bandHeight - 2
      svg.rectangle("ground-cover", shortened.x, top, width, Self.bandHeight + 6)
      for x in [shortened.x, shortened.x + width] {
        svg.zigzag(x, top, Self.bandHeight + 4)
      }
      svg.text(
        shortened.x + width / 2, axis - Self.bandHeight / 2 + 4,
        DurationText.coarse(seconds: shortened.seconds), "small muted middle", within: width - 6)
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
}

extension SVGWriter {
  mutating func mark(
    _ shape: TimelineCluster.Shape, _ x: Double, _ y: Double, isLate: Bool = false,
    isGroup: Bool = false
  ) {
    let late = isLate ? " late" : ""
    if isGroup { circle("ring\(late)", x, y, 7) }
    switch shape {
    case .event: circle("mark\(late)", x, y, 4.5)
    case .synthesized: circle("mark open\(late)", x, y, 4)
    case .condition: path("mark\(late)", from: x, y - 5.5, "l5.5 5.5l-5.5 5.5l-5.5 -5.5z")
    }
  }

  mutating func badge(_ badge: Int, _ x: Double, _ y: Double, isLate: Bool) {
    let name = isLate ? "late" : "calm"
    circle("mark \(name)", x, y, 9)
    text(x, y + 4.2, "\(badge)", "badge \(name) middle")
  }

  mutating func zigzag(_ x: Double, _ y: Double, _ height: Double) {
    let teeth = max(Int(height / 8), 1)
    let step = Self.number(height / Double(teeth) / 2)
    path("cut", from: x, y, String(repeating: "l3 \(step)l-3 \(step)", count: teeth))
  }
}

// MARK: What each picture has

extension SVGWriter {
  /// The title, and the lines below it. Returns the last baseline.
  mutating func head(_ lines: [String], _ options: TimelineOptions) -> Double {
    let left = TimelineLayout.margin
    let room = options.width - 2 * left
    text(left, 36, options.title, "title", within: room)
    var y = 38.0
    for line in lines {
      y += 18
      text(left, y, line, "muted", within: room)
    }
    return y
  }

  /// A symbol that is drawn at a place, and what it stands for.
  struct LegendEntry {
    let text: String
    let draw: (inout SVGWriter, _ x: Double, _ y: Double) -> Void
  }

  /// Symbols with their texts beside them, in as many lines as they take. Returns the last baseline.
  mutating func legend(
    _ entries: [LegendEntry], below top: Double, _ options: TimelineOptions
  ) -> Double {
    let (left, right) = (TimelineLayout.margin, options.width - TimelineLayout.margin)
    var (x, y) = (left, top + 24)
    for entry in entries {
      let taken = TimelineText.width(entry.text) + 24
      if x > left, x + taken > right { (x, y) = (left, y + 20) }
      entry.draw(&self, x, y)
      text(x + 24, y, entry.text, "muted")
      x += taken + 16
    }
    return y
  }

  mutating func ticks(_ ticks: [TimelineTicks.Tick], below axis: Double) {
    for tick in ticks {
      path("line", from: tick.x, axis + 1, "v5")
      text(tick.textX, axis + 19, tick.text, "small muted middle")
    }
  }

  /// The whole document around what was drawn.
  func document(height: Double, options: TimelineOptions, summary: [String]) -> String {
    let (innerWidth, innerHeight) = (
      Self.number(options.width - 1), Self.number(height.rounded() - 1)
    )
    let (width, height) = (Self.number(options.width), Self.number(height.rounded()))
    let title = TimelineText.escaped(options.title)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-label="\(title)">
      <title>\(title)</title>
      <desc>\(TimelineText.escaped(summary.joined(separator: ", ")))</desc>
      \(TimelineStyle.definitions(options.appearance))
      <rect class="ground" x="0.5" y="0.5" width="\(innerWidth)" height="\(innerHeight)" \
      rx="10"/>
      \(text)</svg>

      """
  }
}
