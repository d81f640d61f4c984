/// A state with contents computed from the seed and the count, so that a test can check them.
package struct SavedState: Codable, Sendable, Hashable {
  package let seed: UInt64
  package private(set) var count = 0
  package private(set) var contents: [UInt64] = []

  package init(seed: UInt64) { self.seed = seed }

  /// Advances to the next state, of another length.
  package mutating func advance() {
    count += 1
    contents = Self.contents(seed: seed, count: count)
  }

  /// Whether this is the state that was saved under its count.
  package var isWhole: Bool { contents == Self.contents(seed: seed, count: count) }

  private static func contents(seed: UInt64, count: Int) -> [UInt64] {
    (0..<UInt64(count * 37 % 400)).map {
      ((seed ^ UInt64(count)) &+ $0) &* 0x9E37_79B9_7F4A_7C15
    }
  }
}
