import Foundation

struct TextTable {
  let header: [String]
  let rows: [[String]]
  var alignedRight: Set<Int> = []

  /// The table without a last line end. A line end inside a field becomes a space.
  var text: String {
    let lines = [header] + rows.map { $0.map(\.onOneLine) }
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }

    return lines.map { line($0, widths) }.joined(separator: "\n")
  }

  private func line(_ fields: [String], _ widths: [Int]) -> String {
    let padded = zip(fields.indices, fields).map { column, field in
      let padding = String(repeating: " ", count: widths[column] - field.count)
      if alignedRight.contains(column) { return padding + field }
      return field + padding
    }

    var line = padded.joined(separator: "  ")
    while line.last == " " {
      line.removeLast()
    }
    return line
  }
}

extension String {
  var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
