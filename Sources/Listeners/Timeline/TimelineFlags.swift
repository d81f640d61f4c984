/// Places labels like flags above the points they name: each beside its own pole, none touching
/// another's text or pole. Labels are to the right of their poles, and to the left where the
/// picture ends. A pure value.
struct TimelineFlags {
  /// A label on its pole.
  struct Flag {
    let index: Int
    let x: Double
    let text: String
    let isLate: Bool
    /// Smaller is placed first.
    let importance: Int
    let width: Double
    /// Counted from the bottom.
    var row = 0
    var isLeftward = false
  }

  /// The labels that have a place, in order of their indices.
  private(set) var flags: [Flag] = []

  private static let distance = 8.0

  /// Places the most important labels first, and leaves out those for which there is no room.
  ///
  /// - Parameters:
  ///   - limit: How many rows there are; labels to the left may take two more.
  ///   - right: Where the picture ends.
  init(_ wanted: [Flag], rowCount limit: Int, right: Double) {
    placeRightward(wanted.filter { $0.x + $0.width <= right }, rowCount: limit)
    placeLeftward(wanted.filter { $0.x + $0.width > right }, rowCount: limit + 2)
    flags.sort { $0.index < $1.index }
  }

  private mutating func placeRightward(_ wanted: [Flag], rowCount limit: Int) {
    let ordered = wanted.sorted {
      ($0.importance, $0.x, $0.index) < ($1.importance, $1.x, $1.index)
    }
    for flag in ordered {
      // Only neighbors matter to each other, and the list is kept by x.
      let place = flags.firstIndex { ($0.x, $0.index) > (flag.x, flag.index) }
      var attempt = flags
      attempt.insert(flag, at: place ?? flags.count)
      if let placed = Self.place(attempt, limit) { flags = placed }
    }
  }

  /// From right to left: a label is placed one row above every label that it would overlap.
  ///
  /// Those to its right that it does not reach are no matter; those that it does reach are below
  /// it, and so are their poles. Its own pole stands left of all of them.
  private static func place(_ sorted: [Flag], _ limit: Int) -> [Flag]? {
    var placed = sorted
    for position in placed.indices.reversed() {
      let end = placed[position].x + placed[position].width + distance
      let reached = placed[(position + 1)...].prefix { $0.x < end }
      let row = (reached.map(\.row).max() ?? -1) + 1
      guard row < limit else { return nil }
      placed[position].row = row
    }
    return placed
  }

  private mutating func placeLeftward(_ wanted: [Flag], rowCount limit: Int) {
    let ordered = wanted.sorted { ($0.importance, $1.x) < ($1.importance, $0.x) }
    for var flag in ordered where flag.x >= flag.width {
      flag.isLeftward = true
      let free = (0..<limit).first { row in
        flag.row = row
        return !flags.contains(where: flag.touches)
      }
      if free != nil { flags.append(flag) }
    }
  }
}

extension TimelineFlags.Flag {
  /// From the pole to the end of the text.
  private var span: ClosedRange<Double> { isLeftward ? x - width...x : x...x + width }

  /// Each pole crosses all rows below its own.
  fileprivate func touches(_ other: Self) -> Bool {
    let distance = TimelineFlags.distance
    if row == other.row {
      return span.lowerBound < other.span.upperBound + distance
        && other.span.lowerBound < span.upperBound + distance
    }
    let (upper, lower) = row > other.row ? (self, other) : (other, self)
    return upper.x > lower.span.lowerBound - distance / 2
      && upper.x < lower.span.upperBound + distance / 2
  }
}
