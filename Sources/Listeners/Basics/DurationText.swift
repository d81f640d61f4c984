package import Foundation

/// Durations as text to read, the same on every platform and in every locale.
package enum DurationText {
  /// "<0.01 ms", "0.42 ms", "12 ms", "4.2 s", "42 s", "5 min 12 s", "2 h 14 min", "3 d 4 h".
  package static func short(_ duration: Duration) -> String { short(seconds: seconds(duration)) }

  package static func short(seconds: Double) -> String {
    switch seconds {
    case ..<0.000_000_5: return "0 ms"
    case ..<0.000_005: return "<0.01 ms"
    case ..<0.001: return "\(fixed(seconds * 1_000, 2)) ms"
    case ..<0.00995: return "\(fixed(seconds * 1_000, 1)) ms"
    case ..<0.9995: return "\(fixed(seconds * 1_000, 0)) ms"
    case ..<9.95: return "\(fixed(seconds, 1)) s"
    case ..<59.5: return "\(fixed(seconds, 0)) s"
    case ..<3_599.5: return units(seconds, roundedTo: 1)
    case ..<86_370: return units(seconds, roundedTo: 60)
    default: return units(seconds, roundedTo: 3_600)
    }
  }

  package static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  package static func microseconds(_ duration: Duration) -> Double {
    // Rounded to the nanosecond, so that no tail of nines is printed.
    (seconds(duration) * 1e9).rounded() / 1e3
  }

  /// A number with so many decimals, in no locale.
  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    return String(format: "%.\(decimals)f", rounded(value, decimals))
  }

  /// A number of at most so many decimals; 0 instead of -0.
  package static func rounded(_ value: Double, _ decimals: Int) -> Double {
    let scale = pow(10, Double(decimals))
    return (value * scale).rounded() / scale + 0
  }

  /// "1 min 30 s", "2 d 6 h": with every unit that is not zero.
  package static func units(_ seconds: Double, roundedTo step: Int64) -> String {
    // Nothing lasts longer than thirty million years here.
    var rest = Int64((min(seconds, 1e15) / Double(step)).rounded()) * step
    var parts: [String] = []
    for (length, name) in [(86_400 as Int64, "d"), (3_600, "h"), (60, "min"), (1, "s")] {
      if rest >= length { parts.append("\(rest / length) \(name)") }
      rest %= length
    }
    return parts.joined(separator: " ")
  }
}

/// Dates as text in UTC (ISO 8601).
package enum DateText {
  /// "2026-11-21T10:00:00.001Z", rounded to the millisecond.
  package static func milliseconds(_ date: Date) -> String {
    withMilliseconds.format(date + 0.000_5)
  }

  static func date(_ text: String) -> Date? { try? withMilliseconds.parse(text) }

  private static let withMilliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// "2026-11-21 10:00:00 UTC", rounded to the second.
  package static func seconds(_ date: Date) -> String {
    let text = Date.ISO8601FormatStyle(dateTimeSeparator: .space).format(date + 0.5)
    return text.replacingOccurrences(of: "Z", with: " UTC")
  }
}
