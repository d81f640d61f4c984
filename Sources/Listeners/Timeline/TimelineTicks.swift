import Listeners

/// The times below the bands: round numbers, and the first time after each break. None touches
/// another. A pure value.
struct TimelineTicks {
  /// A time below the bands.
  struct Tick: Equatable {
    let x: Double
    let text: String
    /// The center of the text.
    let textX: Double
  }

  private(set) var ticks: [Tick] = []

  /// - Parameters:
  ///   - resumed: The times of the events after each break, in seconds.
  ///   - bounds: Where texts may be.
  init(
    _ scale: TimelineScale, start: Double, resumed: [Double], bounds: ClosedRange<Double>
  ) {
    let end = Self.tick(
      scale.position(scale.end), DurationText.short(seconds: scale.end), bounds)
    var candidates = resumed.map { (time: $0, text: DurationText.short(seconds: $0)) }
    // The least round number of seconds that takes 80 points.
    if let step = Self.steps.first(where: { $0 * scale.scale >= 80 }) {
      let first = (start / step).rounded(.up)
      let count = Int(min((scale.end / step).rounded(.down) - first, 1_000))
      for index in 0...max(count, 0) {
        let time = (first + Double(index)) * step
        let isLeftOut = scale.breaks.contains {
          ($0.x...($0.x + TimelineScale.breakWidth)).contains(scale.position(time))
        }
        if !isLeftOut, time <= scale.end { candidates.append((time, Self.text(time, step: step))) }
      }
    }
    var placed = [end]
    for (time, text) in candidates {
      let tick = Self.tick(scale.position(time), text, bounds)
      let isFree = placed.allSatisfy { Self.distance($0, tick) > 12 && $0.text != text }
      if isFree { placed.append(tick) }
    }
    ticks = placed.sorted { $0.x < $1.x }
  }

  private static func tick(_ x: Double, _ text: String, _ bounds: ClosedRange<Double>) -> Tick {
    let half = TimelineText.width(text) / 2
    return Tick(
      x: x, text: text, textX: min(max(x, bounds.lowerBound + half), bounds.upperBound - half))
  }

  private static func distance(_ one: Tick, _ other: Tick) -> Double {
    abs(one.textX - other.textX) - TimelineText.width(one.text + other.text) / 2
  }

  /// Round numbers of each unit, in seconds.
  private static let steps: [Double] = [
    (1e-6, [1, 2, 5]), (1e-5, [1, 2, 5]), (1e-4, [1, 2, 5]), (1e-3, [1, 2, 5]),
    (1e-2, [1, 2, 5]), (1e-1, [1, 2, 5]), (1, [1, 2, 5, 10, 15, 30]),
    (60, [1, 2, 5, 10, 15, 30]), (3_600, [1, 2, 3, 6, 12]),
    (86_400, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000]),
  ].flatMap { (unit: Double, counts: [Double]) in counts.map { $0 * unit } }

  /// "0", "350 ms", "2.5 s", "1 min 30 s", "2 d 6 h".
  static func text(_ seconds: Double, step: Double) -> String {
    guard seconds > 0, seconds < 1e12 else { return seconds == 0 ? "0" : "" }
    if step < 1 {
      let isSmall = seconds < 0.999_999_5
      return SVGWriter.trimmed(isSmall ? seconds * 1_000 : seconds, 6) + (isSmall ? " ms" : " s")
    }
    return DurationText.units(seconds, roundedTo: 1)
  }
}
