import Foundation

enum DurationText {
  /// "0 ms", "0.42 ms", "12 ms", "4.2 s", "42 s", "5 min 12 s", "2 h 14 min".
  static func short(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)

    return switch seconds {
    case ..<0.000_005: "0 ms"
    case ..<0.001: String(format: "%.2f ms", seconds * 1_000)
    case ..<0.00995: String(format: "%.1f ms", seconds * 1_000)
    case ..<0.9995: String(format: "%.0f ms", seconds * 1_000)
    case ..<9.95: String(format: "%.1f s", seconds)
    case ..<59.5: String(format: "%.0f s", seconds)
    // Nothing lasts longer than thirty million years here.
    default: long(Int64(min(seconds, 1e15).rounded()))
    }
  }

  private static func long(_ seconds: Int64) -> String {
    let minutes = seconds / 60
    if minutes >= 60 { return "\(minutes / 60) h \(minutes % 60) min" }
    return "\(minutes) min \(seconds % 60) s"
  }
}

extension String {
  var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
