/// Places labels above the points they name, so that none touches another.
struct TimelineFlags {
  struct Flag {
    let x: Double
    let text: String
    let isLate: Bool
    /// Smaller is placed first.
    let importance: Int
    let width: Double
    /// Counted from the bottom.
    var row = 0
    var isLeftward = false

    private var span: ClosedRange<Double> { isLeftward ? x - width...x : x...x + width }

    fileprivate func touches(_ other: Self) -> Bool {
      let distance = 8.0
      if row == other.row {
        return span.lowerBound < other.span.upperBound + distance
          && other.span.lowerBound < span.upperBound + distance
      }
      let (upper, lower) = row > other.row ? (self, other) : (other, self)
      return upper.x > lower.span.lowerBound - distance / 2
        && upper.x < lower.span.upperBound + distance / 2
    }
  }

  private(set) var flags: [Flag] = []

  /// Places the most important labels first, and leaves out those without room.
  ///
  /// - `limit`: How many rows there are.
  /// - `right`: Where the picture ends.
  init(_ wanted: [Flag], rowCount limit: Int, right: Double) {
    for var flag in wanted.sorted(by: { ($0.importance, $0.x) < ($1.importance, $1.x) }) {
      flag.isLeftward = flag.x + flag.width > right
      if let placed = Self.place(flags + [flag], limit) { flags = placed }
    }
  }

  /// Each in the lowest free row.
  private static func place(_ flags: [Flag], _ limit: Int) -> [Flag]? {
    let ordered = flags.sorted {
      $0.isLeftward == $1.isLeftward ? ($0.x > $1.x) != $0.isLeftward : $1.isLeftward
    }
    var placed: [Flag] = []
    for var flag in ordered {
      let free = (0..<limit).first { row in
        flag.row = row
        return !placed.contains(where: flag.touches)
      }
      guard free != nil, !flag.isLeftward || flag.x >= flag.width else { return nil }
      placed.append(flag)
    }
    return placed
  }
}
