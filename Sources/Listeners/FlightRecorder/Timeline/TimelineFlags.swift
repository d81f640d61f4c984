/// Places labels like flags above the points they name: each to the right of its own pole, none
/// touching another's text or pole. A pure value.
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

  /// Places the most important labels first, and leaves out those for which there is no room.
  init(_ candidates: [Candidate], rowCount limit: Int) {
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
