import Foundation

struct TextTable {
  let header: [String]
  let rows: [[String]]
  var alignedRight: Set<Int> = []

  /// The table without a last line end. A line end inside a field becomes a space.
  var text: String {
    let lines = [header] + rows.map { $0.map(\.onOneLine) }
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { fields in
      let padded = zip(fields.indices, fields).map { column, field in
        let padding = String(repeating: " ", count: widths[column] - field.count)
        return alignedRight.contains(column) ? padding + field : field + padding
      }
      var line = padded.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}

extension String {
  package var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

  /// The longest beginning of 100 bytes, as it may stand between quotes in JSON.
  var plain: String {
    let bytes = utf8.map { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C ? 0x5F : $0 }
    var text = String(decoding: bytes, as: UTF8.self)[...]
    while text.utf8.count > 100 { text.removeLast() }
    return String(text)
  }
}

/// Durations as text to read, the same on every platform and in every locale.
enum DurationText {
  /// "0 ms", "0.42 ms", "12 ms", "4.2 s", "42 s", "5 min 12 s", "2 h 14 min", "3 d 4 h".
  static func short(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    switch seconds {
    case ..<0.000_005: return "0 ms"
    case ..<0.001: return "\(fixed(seconds * 1_000, 2)) ms"
    case ..<0.00995: return "\(fixed(seconds * 1_000, 1)) ms"
    case ..<0.9995: return "\(fixed(seconds * 1_000, 0)) ms"
    case ..<9.95: return "\(fixed(seconds, 1)) s"
    case ..<59.5: return "\(fixed(seconds, 0)) s"
    default:
      // Nothing lasts longer than thirty million years here.
      let whole = Int64(min(seconds, 1e15).rounded())
      if whole < 3_600 { return pair(whole / 60, "min", whole % 60, "s") }
      if whole < 86_400 { return pair(whole / 3_600, "h", whole % 3_600 / 60, "min") }
      return pair(whole / 86_400, "d", whole % 86_400 / 3_600, "h")
    }
  }

  private static func pair(
    _ first: Int64, _ unit: String, _ second: Int64, _ smaller: String
  ) -> String {
    second == 0 ? "\(first) \(unit)" : "\(first) \(unit) \(second) \(smaller)"
  }

  static func fixed(_ value: Double, _ decimals: Int) -> String {
    String(format: "%.\(decimals)f", value)
  }
}

extension Duration {
  /// To the nanosecond, so that no tail of nines is printed.
  var microseconds: Double { (self / .nanoseconds(1)).rounded() / 1e3 }
}

/// Dates as text in UTC (ISO 8601).
enum DateText {
  /// "2026-11-21T10:00:00.001Z", rounded to the millisecond.
  static func milliseconds(_ date: Date) -> String { format.format(date + 0.000_5) }

  private static let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
