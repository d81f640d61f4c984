import Foundation

/// Prints the ratios and times of one run, each with its goal, as lines that other programs read.
struct Results {
  /// Prints a ratio: `ratio NAME VALUE`, then the goal and the nanoseconds of both sides.
  func add(
    _ name: String, _ value: Double, goal: Double? = nil, _ nanoseconds: Double,
    beside other: Double
  ) {
    let verdict = goal.map { value <= $0 ? "(goal \($0))" : "(goal \($0), missed)" } ?? ""
    print(
      "ratio \(name) \(String(format: "%.3f", value)) \(verdict) "
        + String(format: "%.1f ns beside %.1f", nanoseconds, other))
  }

  /// Prints a time that is compared with nothing: `time NAME MICROSECONDS`, then the goal.
  func add(_ name: String, _ duration: Duration, goal: Duration) {
    let unit = Duration.microseconds(1)
    print(
      "time \(name) \(String(format: "%.1f", duration / unit)) us "
        + "(goal \(String(format: "%.0f", goal / unit))\(duration <= goal ? "" : ", missed"))")
  }
}
