/// Maps times to positions on a line, all to one scale.
struct TimelineScale {
  let start: Double
  let end: Double
  let origin: Double
  /// Points a second.
  let scale: Double

  init(_ start: Double, _ end: Double, from origin: Double, width: Double) {
    // Late times are so coarse that a nanosecond more is the same time; a length of zero would make
    // positions that are no numbers.
    let length = max(end - start, 1e-9)
    (self.start, self.end, self.origin) = (start, start + length, origin)
    scale = width / length
  }

  /// The position of a time, or that of an end of the line.
  func position(_ seconds: Double) -> Double {
    origin + (min(max(seconds, start), end) - start) * scale
  }

  func position(_ time: Duration) -> Double { position(DurationText.seconds(time)) }
}

/// The times below the bands: round numbers and the end. None touches another.
struct TimelineTicks {
  struct Tick: Equatable {
    let x: Double
    let text: String
    /// The center of the text.
    let textX: Double

    init(_ x: Double, _ text: String, _ bounds: ClosedRange<Double>) {
      let half = TimelineText.width(text) / 2
      (self.x, self.text) = (x, text)
      textX = min(max(x, bounds.lowerBound + half), bounds.upperBound - half)
    }
  }

  private(set) var ticks: [Tick] = []

  init(_ scale: TimelineScale, bounds: ClosedRange<Double>) {
    ticks = [Tick(scale.position(scale.end), Self.end(scale.end), bounds)]
    // The least round number of seconds that takes 80 points.
    guard let step = Self.steps.first(where: { $0 * scale.scale >= 80 }) else { return }
    let first = (scale.start / step).rounded(.up)
    let count = Int(min((scale.end / step).rounded(.down) - first, 1_000))
    for index in 0...max(count, 0) {
      let time = (first + Double(index)) * step
      let tick = Tick(scale.position(time), Self.text(time, step: step), bounds)
      let isFree = ticks.allSatisfy { Self.distance($0, tick) > 12 && $0.text != tick.text }
      if time <= scale.end, isFree { ticks.append(tick) }
    }
    ticks.sort { $0.x < $1.x }
  }

  /// The end to the second, because hours and days would be too coarse.
  private static func end(_ seconds: Double) -> String {
    seconds < 59.5
      ? DurationText.short(seconds: seconds) : DurationText.units(seconds, roundedTo: 1)
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
