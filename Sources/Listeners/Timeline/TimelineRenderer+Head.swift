import LifecycleBus
import Listeners

extension TimelineRenderer {
  /// When it began, and what there is to see.
  var summary: [String] {
    let shown = layout.positions.count
    let events =
      recording.droppedCount > 0
      ? "last \(shown) events, \(recording.droppedCount) older ones dropped"
      : shown == 1 ? "1 event" : "\(shown) events"
    let late = recording.overruns.count
    let verdict = late > 0 ? " · \(late) over budget" : ""
    return [
      DateText.seconds(recording.startDate),
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
      svg.text(margin, y, TimelineText.fit(line, size: 12, within: room), "muted")
    }
  }

  /// Every state and mark that the picture has.
  mutating func drawLegend() {
    var x = margin
    y += 24
    for entry in legend {
      let taken = TimelineText.width(entry.text, size: 12) + 24
      if x > margin, x + taken > width - margin {
        x = margin
        y += 20
      }
      draw(entry.symbol, x, y)
      svg.text(x + 24, y, entry.text, "muted")
      x += taken + 16
    }
  }

  private mutating func draw(_ symbol: LegendEntry.Symbol, _ x: Double, _ y: Double) {
    switch symbol {
    case .state(let state):
      let height = TimelineStyle.height(state) * 0.35
      svg.rectangle(state.rawValue, x + 1, y + 1 - height, 16, height)
    case .shape(let shape):
      Self.drawShape(shape, x + 9, y - 4, "", isGroup: false, &svg)
    case .group: Self.drawShape(.event, x + 9, y - 4, "", isGroup: true, &svg)
    case .late: Self.drawShape(.event, x + 9, y - 4, " late", isGroup: false, &svg)
    case .leftOut:
      drawZigzag(x + 4, y - 11, 14)
      drawZigzag(x + 11, y - 11, 14)
    }
  }

  private struct LegendEntry {
    enum Symbol {
      case state(AppLifecycleState)
      case shape(TimelineCluster.Shape)
      case group, late, leftOut
    }

    let symbol: Symbol
    let text: String
  }

  private var legend: [LegendEntry] {
    let states = Set(layout.bands.map(\.state))
    var entries = AppLifecycleState.allCases.filter(states.contains).map {
      LegendEntry(symbol: .state($0), text: $0.rawValue)
    }
    if !layout.breaks.isEmpty {
      entries.append(LegendEntry(symbol: .leftOut, text: "time left out, not to scale"))
    }
    if layout.lateness.contains(true) {
      entries.append(LegendEntry(symbol: .late, text: "over budget"))
    }
    let plain = layout.clusters.filter { $0.badge == nil }
    if plain.contains(where: { $0.events.count > 1 }) {
      entries.append(LegendEntry(symbol: .group, text: "several events"))
    }
    if plain.contains(where: { $0.shape == .synthesized }) {
      entries.append(LegendEntry(symbol: .shape(.synthesized), text: "synthesized"))
    }
    if plain.contains(where: { $0.shape == .condition }) {
      entries.append(LegendEntry(symbol: .shape(.condition), text: "condition"))
    }
    return entries
  }
}
