import Foundation

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
