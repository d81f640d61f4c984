/// Places labels like flags above the points they name: each beside its own pole, none touching
/// another's text or pole. Labels are to the right of their poles, and to the left where the
/// picture ends. A pure value.
struct TimelineFlags {
  /// A label that wants a place.
  struct Candidate {
    let index: Int
    let x: Double
    let width: Double
    /// Smaller is placed first.
    let importance: Int
  }

  /// The row of each label that has a place, counted from the bottom.
  private(set) var rows: [Int: Int] = [:]
  var rowCount: Int { (rows.values.max() ?? -1) + 1 }

  private static let distance = 8.0

  /// The labels that are to the left of their poles.
  private(set) var leftward: Set<Int> = []

  /// Places the most important labels first, and leaves out those for which there is no room.
  ///
  /// - Parameters:
  ///   - limit: How many rows there are; labels to the left may take two more.
  ///   - right: Where the picture ends.
  init(_ candidates: [Candidate], rowCount limit: Int, right: Double) {
    let fitting = candidates.filter { $0.x + $0.width <= right }
    placeRightward(fitting, rowCount: limit)
    let others = candidates.filter { $0.x + $0.width > right }
    var placed = fitting.compactMap { candidate in
      rows[candidate.index].map {
        Placed(pole: candidate.x, row: $0, text: candidate.x...(candidate.x + candidate.width))
      }
    }
    for candidate in others.sorted(by: { ($0.importance, $1.x) < ($1.importance, $0.x) }) {
      let text = max(candidate.x - candidate.width, 0)...candidate.x
      let free = (0..<limit + 2).first { row in
        let new = Placed(pole: candidate.x, row: row, text: text)
        return candidate.x >= candidate.width && !placed.contains { new.touches($0) }
      }
      guard let free else { continue }
      placed.append(Placed(pole: candidate.x, row: free, text: text))
      rows[candidate.index] = free
      leftward.insert(candidate.index)
    }
  }

  private struct Placed {
    let pole: Double
    let row: Int
    /// From the pole to the end of the text.
    let text: ClosedRange<Double>

    /// Each pole crosses all rows below its own.
    func touches(_ other: Self) -> Bool {
      let isBeside =
        text.lowerBound >= other.text.upperBound + TimelineFlags.distance
        || other.text.lowerBound >= text.upperBound + TimelineFlags.distance
      if row == other.row { return !isBeside }
      let (upper, lower) = row > other.row ? (self, other) : (other, self)
      let distance = TimelineFlags.distance / 2
      return upper.pole > lower.text.lowerBound - distance
        && upper.pole < lower.text.upperBound + distance
    }
  }

  private mutating func placeRightward(_ candidates: [Candidate], rowCount limit: Int) {
    var chosen: [Candidate] = []
    let ordered = candidates.sorted {
      ($0.importance, $0.x, $0.index) < ($1.importance, $1.x, $1.index)
    }
    for candidate in ordered {
      // Only neighbors matter to each other, and the list is kept by x.
      let place = chosen.firstIndex { ($0.x, $0.index) > (candidate.x, candidate.index) }
      var attempt = chosen
      attempt.insert(candidate, at: place ?? chosen.count)
      guard let rows = Self.place(attempt, limit) else { continue }
      chosen = attempt
      self.rows = rows
    }
  }

  /// From right to left: a label is placed one row above every label that it would overlap.
  ///
  /// Those to its right that it does not reach are no matter; those that it does reach are below
  /// it, and so are their poles. Its own pole stands left of all of them.
  private static func place(_ sorted: [Candidate], _ limit: Int) -> [Int: Int]? {
    var rows: [Int: Int] = [:]
    for (position, candidate) in sorted.enumerated().reversed() {
      var row = 0
      for other in sorted[(position + 1)...] {
        guard other.x < candidate.x + candidate.width + distance else { break }
        row = max(row, (rows[other.index] ?? 0) + 1)
      }
      guard row < limit else { return nil }
      rows[candidate.index] = row
    }
    return rows
  }
}
