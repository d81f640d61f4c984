extension TimelineRenderer {
  /// The slowest listeners, below the plot.
  mutating func drawBars() {
    if let remark = layout.bars.remark {
      y += 26
      svg.text(margin, y, remark, "muted", within: width - 2 * margin)
    }
    guard !layout.bars.bars.isEmpty else { return }
    y += 34
    svg.text(margin, y, "Slowest listeners", "head")
    if layout.bars.bars.contains(where: { $0.budget != nil }) {
      let note = "the event's budget"
      let x = width - margin - TimelineText.width(note)
      svg.path("budget", from: x - 7, y - 10, "v12")
      svg.text(width - margin, y, note, "muted end")
    }
    y += 10
    let durations = layout.bars.bars.map { TimelineText.width($0.duration, isBold: true) }
    let columns = Columns(width: width, durationWidth: max(durations.max() ?? 0, 46))
    for bar in layout.bars.bars { draw(bar, columns) }
  }

  /// Where the parts of a row are.
  private struct Columns {
    let width: Double
    let durationWidth: Double
    let name = TimelineLayout.margin + 26

    /// In a narrow picture the event goes below the listener's name.
    var isNarrow: Bool { width < 640 }
    var rowHeight: Double { isNarrow ? 42 : 25 }
    var nameWidth: Double { total * (isNarrow ? 0.42 : 0.24) - 26 }
    var eventWidth: Double { isNarrow ? total - 26 : min(total * 0.34, 330) }
    var bar: Double { name + nameWidth + 10 }
    /// The durations stand behind the bars.
    var barWidth: Double { right - bar - durationWidth - 12 }

    private var total: Double { width - 2 * TimelineLayout.margin }
    private var right: Double {
      width - TimelineLayout.margin - (isNarrow ? 0 : eventWidth + 12)
    }
  }

  private mutating func draw(_ bar: TimelineBars.Bar, _ columns: Columns) {
    let middle = y + (columns.isNarrow ? 14 : columns.rowHeight / 2)
    if let badge = bar.badge {
      svg.badge(badge, margin + 8.5, middle, isLate: bar.isLate)
    }
    svg.text(columns.name, middle + 4.2, bar.listener, within: columns.nameWidth)
    let (x, baseline, names) =
      columns.isNarrow
      ? (columns.name, middle + 19, "small muted") : (width - margin, middle + 4, "small muted end")
    svg.text(x, baseline, bar.event, names, within: columns.eventWidth)
    svg.rectangle("track", columns.bar, middle - 6, columns.barWidth, 12, radius: 3)
    let length = max(columns.barWidth * bar.length, 2)
    svg.rectangle(bar.isLate ? "bar late" : "bar", columns.bar, middle - 6, length, 12, radius: 3)
    if let budget = bar.budget {
      svg.path("budget", from: columns.bar + columns.barWidth * budget, middle - 8, "v16")
    }
    svg.text(
      columns.bar + columns.barWidth + 8, middle + 4, bar.duration,
      bar.isLate ? "small late" : "small")
    y += columns.rowHeight
  }
}
