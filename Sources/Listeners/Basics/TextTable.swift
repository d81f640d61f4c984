/// Lines up cells in columns.
struct TextTable {
  let header: [String]
  let rows: [[String]]
  /// Columns of numbers.
  var alignedRight: Set<Int> = []

  /// The table, without spaces or a line end at the end.
  var text: String {
    let lines = [header] + rows
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.enumerated().map { number, cells in
      let padded = cells.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return number > 0 && alignedRight.contains(column) ? padding + cell : cell + padding
      }
      var line = padded.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}

extension Duration {
  /// In milliseconds with one decimal, rounded down: "118.4 ms".
  var inMilliseconds: String {
    let (seconds, attoseconds) = components
    let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
    return "\(tenths / 10).\(abs(tenths % 10)) ms"
  }
}
