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
    let legend = legend
    y = svg.legend(legend.map(\.text), from: margin, y + 24, to: width - margin) {
      svg, index, x, y in
      Self.draw(legend[index].symbol, x, y, &svg)
    }
  }

  private static func draw(
    _ symbol: LegendEntry.Symbol, _ x: Double, _ y: Double, _ svg: inout SVGWriter
  ) {
    switch symbol {
    case .state(let state):
      let height = TimelineStyle.height(state) * 0.35
      svg.rectangle(state.rawValue, x + 1, y + 1 - height, 16, height)
    case .shape(let shape):
      drawShape(shape, x + 9, y - 4, "", isGroup: false, &svg)
    case .group: drawShape(.event, x + 9, y - 4, "", isGroup: true, &svg)
    case .late: drawShape(.event, x + 9, y - 4, " late", isGroup: false, &svg)
    case .leftOut:
      for left in [4.0, 11] { drawZigzag(x + left, y - 11, 14, &svg) }
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
