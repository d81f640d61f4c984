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
    let line = summary.joined(separator: " · ")
    // In a narrow picture the date has a line of its own.
    let isNarrow = TimelineText.width(line) > width - 2 * margin
    y = svg.head(isNarrow ? summary : [line], options)
  }

  /// Every state and mark that the picture has.
  mutating func drawLegend() {
    let states = Set(layout.bands.map(\.state))
    var entries = AppLifecycleState.allCases.filter(states.contains).map { state in
      SVGWriter.LegendEntry(text: state.rawValue) { svg, x, y in
        let height = TimelineStyle.height(state) * 0.35
        svg.rectangle(state.rawValue, x + 1, y + 1 - height, 16, height)
      }
    }
    func add(
      _ text: String, if isShown: Bool, _ draw: @escaping (inout SVGWriter, Double, Double) -> Void
    ) {
      if isShown { entries.append(.init(text: text, draw: draw)) }
    }
    add("time left out, not to scale", if: !layout.breaks.isEmpty) { svg, x, y in
      for left in [4.0, 11] { svg.zigzag(x + left, y - 11, 14) }
    }
    add("over budget", if: layout.lateness.contains(true)) { svg, x, y in
      svg.mark(.event, x + 9, y - 4, isLate: true)
    }
    let plain = layout.clusters.filter { $0.badge == nil }
    add("several events", if: plain.contains { $0.events.count > 1 }) { svg, x, y in
      svg.mark(.event, x + 9, y - 4, isGroup: true)
    }
    add("synthesized", if: plain.contains { $0.shape == .synthesized }) { svg, x, y in
      svg.mark(.synthesized, x + 9, y - 4)
    }
    add("condition", if: plain.contains { $0.shape == .condition }) { svg, x, y in
      svg.mark(.condition, x + 9, y - 4)
    }
    y = svg.legend(entries, below: y, options)
  }
}
