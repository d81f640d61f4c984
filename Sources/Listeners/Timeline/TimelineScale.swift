/// Maps times to positions on a line of a given width, to one scale, with breaks where time is left
/// out. A pure value.
struct TimelineScale {
  /// A part of the line where time is left out.
  struct Break: Equatable {
    let x: Double
    /// How many seconds are left out.
    let seconds: Double
  }

  /// The width of a break.
  static let breakWidth = 46.0
  /// How much of the time before and after a break is drawn to scale.
  static let lead = 10.0
  /// A span that is drawn narrower than this counts as squeezed.
  static let legible = 24.0

  private struct Piece {
    let start: Double
    let x: Double
    /// Points a second.
    let scale: Double
  }

  let breaks: [Break]
  private let pieces: [Piece]
  /// Points a second, outside breaks.
  let scale: Double
  let end: Double

  /// - Parameters:
  ///   - times: Seconds, ascending; the first is at the origin and the last at the end of the line.
  ///   - spans: The places of the gaps between times, in which a reader wants to see what
  ///     happened: as few of them as possible are squeezed.
  init(times: [Double], spans: [Range<Int>], from origin: Double, width: Double) {
    let start = times.first ?? 0
    // Late times are so coarse that a nanosecond more is the same time; a length of zero would make
    // positions that are no numbers.
    let length = max((times.last ?? 0) - start, 1e-9)
    end = start + length
    let gaps = zip(times, times.dropFirst()).map { max($1 - $0, 0) }
    let choice = Self.choose(gaps, spans, total: length, width: width)
    scale = choice.scale

    var pieces: [Piece] = []
    var breaks: [Break] = []
    var (x, time) = (origin, start)
    let lead = Self.lead / choice.scale
    for index in gaps.indices where choice.broken.contains(index) {
      let (from, to) = (times[index] + lead, times[index + 1] - lead)
      pieces.append(Piece(start: time, x: x, scale: scale))
      x += (from - time) * scale
      pieces.append(Piece(start: from, x: x, scale: Self.breakWidth / max(to - from, 1e-9)))
      breaks.append(Break(x: x, seconds: to - from))
      x += Self.breakWidth
      time = to
    }
    pieces.append(Piece(start: time, x: x, scale: scale))
    self.pieces = pieces
    self.breaks = breaks
  }

  /// The position of a time.
  func position(_ seconds: Double) -> Double {
    guard let piece = pieces.last(where: { $0.start <= seconds }) ?? pieces.first else { return 0 }
    return piece.x + (min(max(seconds, piece.start), end) - piece.start) * piece.scale
  }

  /// Breaks the longest gaps, and no more of them than it takes.
  private static func choose(
    _ gaps: [Double], _ spans: [Range<Int>], total: Double, width: Double
  ) -> (broken: Set<Int>, scale: Double) {
    let longest = gaps.indices.sorted { (gaps[$0], $1) > (gaps[$1], $0) }
    let taken = breakWidth + 2 * lead
    let limit = min(Int(width * 0.6 / taken), longest.count)
    var broken: Set<Int> = []
    var shown = total
    var best = (broken: broken, scale: width / total)
    var fewest = squeezed(gaps, spans, broken, best.scale)
    for index in longest.prefix(limit) {
      // Gaps of about the same length are broken alike, also where it takes fewer.
      let shortest = best.broken.map { gaps[$0] }.min() ?? .infinity
      let isAlike = gaps[index] * 2 >= shortest
      if fewest == 0, !isAlike { break }
      shown -= gaps[index]
      broken.insert(index)
      let scale = (width - Double(broken.count) * taken) / max(shown, 1e-9)
      // A break is worth its width only where it is much narrower than the time to scale.
      let isShorter = broken.allSatisfy { gaps[$0] * scale > taken * 1.5 }
      guard shown > 0, isShorter else { break }
      let count = squeezed(gaps, spans, broken, scale)
      if count < fewest || (isAlike && count == fewest) {
        (best, fewest) = ((broken, scale), count)
      }
    }
    return best
  }

  /// How many spans cannot be seen. One that is broken can.
  private static func squeezed(
    _ gaps: [Double], _ spans: [Range<Int>], _ broken: Set<Int>, _ scale: Double
  ) -> Int {
    spans.count { span in
      !span.contains(where: broken.contains) && gaps[span].reduce(0, +) * scale < legible
    }
  }
}
