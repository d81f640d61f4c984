import Foundation
import LifecycleBus

extension TimelineRenderer {
  /// When it began, and what there is to see.
  var summary: [String] {
    let shown = layout.marks.count
    let events =
      recording.droppedCount > 0
      ? "last \(shown) of \(shown + recording.droppedCount) events"
      : shown == 1 ? "1 event" : "\(shown) events"
    let date = Date.ISO8601FormatStyle(dateTimeSeparator: .space).format(recording.startDate)
    let late = recording.overruns.count
    let verdict = late > 0 ? " · \(late) over budget" : ""
    return [
      date.replacingOccurrences(of: "Z", with: " UTC"),
      "\(events) in \(DurationText.short(recording.end))\(verdict)",
    ]
  }

  mutating func drawHead() {
    let room = width - 2 * margin
    let title = TimelineText.fit(options.title, size: 17, within: room, isBold: true)
    svg.text(margin, 36, title, "title")
    y = 38
    let line = summary.joined(separator: " · ")
    // In a narrow picture the date has a line of its own.
    let lines = TimelineText.width(line, size: 12) > room ? summary : [line]
    for line in lines {
      y += 18
      svg.text(margin, y, line, "muted")
    }
    drawLegend(
      besides: max(
        TimelineText.width(title, size: 17, isBold: true),
        TimelineText.width(lines[lines.count - 1], size: 12)))
  }

  /// On the right, or below where there is no room.
  private mutating func drawLegend(besides taken: Double) {
    let entries = legend
    let length = entries.reduce(-14) { $0 + $1.width }
    var x = width - margin - length
    if x < margin + taken + 24 {
      x = margin
      y += entries.isEmpty ? 0 : 22
    }
    for entry in entries {
      if x > margin && x + entry.width - 14 > width - margin {
        x = margin
        y += 20
      }
      switch entry.symbol {
      case .state(let state): svg.rectangle("\(state)", x, y - 9, 11, 11, radius: 2.5)
      case .shape(let shape): Self.drawShape(shape, x + 5.5, y - 3.5, "", &svg)
      }
      svg.text(x + 17, y, entry.text, "muted")
      x += entry.width
    }
  }

  private struct LegendEntry {
    enum Symbol {
      case state(AppLifecycleState)
      case shape(TimelineLayout.Mark.Shape)
    }

    let symbol: Symbol
    let text: String
    var width: Double { TimelineText.width(text, size: 12) + 31 }
  }

  /// What the picture itself does not say: states too short for a label, and special marks.
  private var legend: [LegendEntry] {
    let unnamed = Set(layout.bands.filter { $0.label == nil && $0.width > 0 }.map(\.state))
    var entries = AppLifecycleState.allCases.filter(unnamed.contains).map {
      LegendEntry(symbol: .state($0), text: "\($0)")
    }
    guard !layout.isDense else { return entries }
    if layout.marks.contains(where: { $0.shape == .synthesized }) {
      entries.append(LegendEntry(symbol: .shape(.synthesized), text: "synthesized"))
    }
    if layout.marks.contains(where: { $0.shape == .condition }) {
      entries.append(LegendEntry(symbol: .shape(.condition), text: "condition"))
    }
    return entries
  }
}
