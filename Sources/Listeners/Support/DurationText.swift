import Foundation

/// Durations as text to read, the same on every platform and in every locale.
enum DurationText {
  /// "0 ms", "0.42 ms", "12 ms", "4.2 s", "42 s", "5 min 12 s", "2 h 14 min", "3 d 4 h".
  static func short(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)

    return switch seconds {
    case ..<0.000_005: "0 ms"
    case ..<0.001: "\(fixed(seconds * 1_000, 2)) ms"
    case ..<0.00995: "\(fixed(seconds * 1_000, 1)) ms"
    case ..<0.9995: "\(fixed(seconds * 1_000, 0)) ms"
    case ..<9.95: "\(fixed(seconds, 1)) s"
    case ..<59.5: "\(fixed(seconds, 0)) s"
    // Nothing lasts longer than thirty million years here.
    default: long(Int64(min(seconds, 1e15).rounded()))
    }
  }

  private static func long(_ seconds: Int64) -> String {
    let minute: Int64 = 60
    let hour = 60 * minute
    let day = 24 * hour

    return switch seconds {
    case ..<hour: pair(seconds / minute, "min", seconds % minute, "s")
    case ..<day: pair(seconds / hour, "h", seconds % hour / minute, "min")
    default: pair(seconds / day, "d", seconds % day / hour, "h")
    }
  }

  private static func pair(
    _ first: Int64, _ unit: String, _ second: Int64, _ smaller: String
  ) -> String {
    guard second != 0 else { return "\(first) \(unit)" }
    return "\(first) \(unit) \(second) \(smaller)"
  }

  /// With a point and up to two decimals, in every locale.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    let unit = [1, 10, 100][decimals]
    let rounded = (value.magnitude * Double(unit)).rounded(.toNearestOrEven)
    guard let count = Int(exactly: rounded) else { return "\(value)" }

    let sign = value < 0 && count > 0 ? "-" : ""
    let (whole, fraction) = count.quotientAndRemainder(dividingBy: unit)
    if decimals == 0 { return "\(sign)\(whole)" }

    let digits = String(fraction)
    let zeros = String(repeating: "0", count: decimals - digits.count)
    return "\(sign)\(whole).\(zeros)\(digits)"
  }
}
