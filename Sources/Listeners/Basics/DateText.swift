package import Foundation

/// Dates as text in UTC (ISO 8601). Pure; the same on every platform and in every locale.
package enum DateText {
  /// "2026-11-21T10:00:00.001Z", rounded to the millisecond.
  ///
  /// The style cuts off what is beyond a millisecond, and 10:00:00.001 is a little less than that
  /// as a floating-point number. So half a millisecond is added.
  package static func milliseconds(_ date: Date) -> String {
    withMilliseconds.format(date + 0.000_5)
  }

  private static let withMilliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// "2026-11-21 10:00:00 UTC", rounded to the second.
  package static func seconds(_ date: Date) -> String {
    let text = Date.ISO8601FormatStyle(dateTimeSeparator: .space).format(date + 0.5)
    return text.replacingOccurrences(of: "Z", with: " UTC")
  }
}
