import LifecycleBus

/// Draws a layout as SVG, from top to bottom.
struct TimelineRenderer {
  let recording: FlightRecording
  let options: TimelineOptions
  let layout: TimelineLayout
  let width: Double
  var svg = SVGWriter()
  /// The baseline of what was drawn last.
  var y = 0.0

  static let bandHeight = 30.0
  static let flagHeight = 18.0
  var margin: Double { TimelineLayout.margin }

  init(_ recording: FlightRecording, _ options: TimelineOptions) {
    self.recording = recording
    self.options = options
    width = Double(min(max(options.width, 360), 10_000))
    layout = TimelineLayout(recording, width: width, slowestCount: options.slowestCount)
  }

  /// The whole picture.
  mutating func draw() -> String {
    drawHead()
    if layout.bands.isEmpty {
      y += 36
      svg.text(width / 2, y, "No events have been recorded yet.", "muted middle")
      y += 10
    } else {
      drawPlot()
      drawBars()
    }
    let height = (y + 20).rounded()
    let size = "\(SVGWriter.number(width)) \(SVGWriter.number(height))"
    let title = TimelineText.escaped(options.title)
    var ground = SVGWriter()
    ground.rectangle("ground", 0.5, 0.5, width - 1, height - 1, radius: 10)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(SVGWriter.number(width))" \
      height="\(SVGWriter.number(height))" viewBox="0 0 \(size)" role="img" aria-label="\(title)">
      <title>\(title)</title>
      <desc>\(TimelineText.escaped(summary.joined(separator: ", ")))</desc>
      <style>\(TimelineStyle.sheet(options.appearance))</style>
      \(ground.text)\(svg.text)</svg>

      """
  }

  // MARK: Plot

  private mutating func drawPlot() {
    let top = y + 30 + Double(layout.flagRows) * Self.flagHeight
    for flag in layout.flags {
      let baseline = top - 14 - Double(flag.row) * Self.flagHeight
      let end = SVGWriter.number(top)
      svg.path(flag.isLate ? "pole late" : "pole", from: flag.x, baseline - 9, "V\(end)")
      svg.text(flag.x + 5, baseline, flag.text, flag.isLate ? "late" : "")
    }
    drawBands(top)
    drawMarks(top)
    let axis = top + Self.bandHeight
    for tick in layout.ticks {
      svg.path("line", from: tick.x, axis + 2, "v4")
      let half = TimelineText.width(tick.text, size: TimelineLayout.tickSize) / 2
      let x = min(max(tick.x, margin / 2 + half), width - margin / 2 - half)
      svg.text(x, axis + 19, tick.text, "small muted middle")
    }
    y = axis + 24
  }

  private mutating func drawBands(_ top: Double) {
    let left = layout.bands.first?.x ?? margin
    // The end has no length, and is shown by a cap.
    let cap = layout.bands.last?.state == .terminated ? 7.0 : 0
    let right = (layout.bands.last.map { $0.x + $0.width } ?? margin) + cap
    svg.group(clippedTo: "plot") { svg in
      svg.rectangle("", left, top, right - left, Self.bandHeight, radius: 6)
    } _: { svg in
      for band in layout.bands {
        svg.rectangle(
          band.state.rawValue, band.x, top, band.width + (band.state == .terminated ? cap : 0),
          Self.bandHeight, tooltip: band.tooltip)
      }
      for cut in layout.cuts {
        for x in [cut - 7, cut] {
          svg.path("cut", from: x, top + Self.bandHeight + 2, "l8 -34")
        }
      }
    }
    for band in layout.bands {
      guard let label = band.label else { continue }
      svg.text(band.labelX, top + Self.bandHeight / 2 + 5, label, "\(band.state) middle")
    }
  }

  private mutating func drawMarks(_ top: Double) {
    // Late ones and numbers last, so that they lie on top.
    let plain = layout.marks.filter { $0.badge == nil }
    for mark in plain.filter({ !$0.isLate }) + plain.filter(\.isLate) {
      let late = mark.isLate ? " late" : ""
      svg.group(tooltip: mark.tooltip) { svg in
        if layout.isDense {
          svg.path("stroke\(late)", from: mark.x, top + 3, mark.isLate ? "v-11" : "v-7")
        } else {
          Self.drawShape(mark.shape, mark.x, top, late, &svg)
        }
      }
    }
    for mark in layout.marks {
      guard let badge = mark.badge else { continue }
      svg.group(tooltip: mark.tooltip) { svg in
        Self.drawBadge(badge, mark.x, top + mark.badgeShift, isLate: mark.isLate, &svg)
      }
    }
  }

  static func drawShape(
    _ shape: TimelineLayout.Mark.Shape, _ x: Double, _ y: Double, _ late: String,
    _ svg: inout SVGWriter
  ) {
    switch shape {
    case .event: svg.circle("mark\(late)", x, y, 4.5)
    case .synthesized: svg.circle("mark open\(late)", x, y, 4)
    case .condition: svg.path("mark\(late)", from: x, y - 5.5, "l5.5 5.5l-5.5 5.5l-5.5 -5.5z")
    }
  }

  static func drawBadge(
    _ badge: Int, _ x: Double, _ y: Double, isLate: Bool, _ svg: inout SVGWriter
  ) {
    let name = isLate ? "late" : "calm"
    svg.circle("mark \(name)", x, y, 8.5)
    svg.text(x, y + 3.6, "\(badge)", "badge \(name) middle")
  }
}
