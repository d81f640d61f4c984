/// Where points in time lie on a line of a given width: to scale as far as it goes.
///
/// A gap is never narrower than a floor, so that events within milliseconds can be told apart, and
/// never wider than a cap, so that a night in the background leaves room for the day. A gap that
/// the cap shortens is *cut*, and drawn so. A pure value.
struct TimelineScale {
  /// The x of each point, ascending.
  let positions: [Double]
  /// Whether the gap behind a point is much shorter than to scale; one less than there are points.
  let isCut: [Bool]

  /// - Parameters:
  ///   - gaps: Seconds between one point and the next, none negative.
  ///   - floors: The least width of each gap, if there is room.
  init(gaps: [Double], floors: [Double], from origin: Double, width: Double) {
    let wanted = floors.reduce(0, +)
    let shrink = wanted > width * 0.6 ? width * 0.6 / wanted : 1
    let floors = floors.map { $0 * shrink }
    let substantial = gaps.count { $0 > 0 }
    guard substantial > 0 else {
      // Everything at one moment: drawn apart evenly.
      let total = max(floors.reduce(0, +), 1)
      positions = floors.reduce(into: [origin]) { $0.append($0[$0.count - 1] + $1 / total * width) }
      isCut = gaps.map { _ in false }
      return
    }
    // Large enough for the gaps to fill the width whatever they are.
    let cap = max(width * 0.2, width * 2.5 / Double(substantial))
    func drawn(_ scale: Double) -> [Double] {
      zip(gaps, floors).map { gap, floor in min(max(gap * scale, floor), max(cap, floor)) }
    }
    // The sum grows with the scale, so halving finds where it fills the width; in powers of two,
    // because gaps range from microseconds to days.
    var low = -60.0
    var high = 60.0
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if drawn(Self.power(middle)).reduce(0, +) < width { low = middle } else { high = middle }
    }
    let scale = Self.power(high)
    let widths = drawn(scale)
    let fill = width / max(widths.reduce(0, +), 1)
    var x = origin
    var positions = [x]
    for width in widths {
      x += width * fill
      positions.append(x)
    }
    self.positions = positions
    isCut = gaps.map { $0 * scale > cap * 2 }
  }

  /// Two to the power of an exponent, as close as halving needs it, without the C library's.
  private static func power(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    return Double(sign: .plus, exponent: Int(whole), significand: 1 + exponent - whole)
  }
}
