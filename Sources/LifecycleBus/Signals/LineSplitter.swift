/// Cuts bytes into lines: a pure value.
struct LineSplitter {
  /// Whole lines, without a line feed, or a carriage return and a line feed, at their end.
  var lines: ArraySlice<[UInt8]> = []
  private var rest: [UInt8] = []

  /// Takes bytes as they were read.
  mutating func add(_ bytes: [UInt8]) {
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      // Each part but the first one stands behind a line feed.
      if part.offset > 0 { endLine() }
      rest += part.element
    }
  }

  /// At the end of the input what is left is a line, too.
  mutating func finish() {
    if !rest.isEmpty { endLine() }
  }

  private mutating func endLine() {
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    lines.append(rest)
    rest = []
  }
}
