#if os(Linux)
  /// Whether a figure stays where it was: the median of the last quarter of the time against the
  /// median of the second one. The first quarter is for caches and pools to fill.
  struct Flatness: Codable {
    let figure: String
    let moment: Sample.Moment
    let secondQuarter: Int
    let lastQuarter: Int
    /// The most that the last quarter may be.
    let bound: Int

    var isFlat: Bool { lastQuarter <= bound }

    /// The six judgements: three figures at two moments. `nil` if there are too few samples.
    static func judge(_ samples: [Sample]) -> [Flatness]? {
      var judgements: [Flatness] = []
      for moment in Sample.Moment.allCases {
        let quarter = samples.filter { $0.moment == moment }
        guard quarter.count >= 16 else { return nil }
        func judge(_ figure: String, _ value: (Sample) -> Int, bound: (Int) -> Int) -> Flatness {
          let count = quarter.count / 4
          let second = median(quarter[count..<(2 * count)].map(value))
          return Flatness(
            figure: figure, moment: moment, secondQuarter: second,
            lastQuarter: median(quarter.suffix(count).map(value)), bound: bound(second))
        }
        judgements += [
          // What the allocator keeps moves a little. 1 MB in a million relays is a byte for each.
          judge("memory", \.memory) { $0 + max(1024, $0 / 50) },
          judge("descriptors", \.descriptors) { $0 },
          // Dispatch ends a thread that has been idle for some seconds, and starts it again.
          judge("threads", \.threads) { $0 + 1 },
        ]
      }
      return judgements
    }

    private static func median(_ values: [Int]) -> Int { values.sorted()[values.count / 2] }
  }
#endif
