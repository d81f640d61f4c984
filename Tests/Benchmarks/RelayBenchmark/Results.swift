import Foundation

/// The ratios of one run, with the goal of each: printed as lines that other programs read.
struct Results: Encodable {
  struct Ratio: Encodable {
    let name: String
    let value: Double
    let goal: Double?
    /// Nanoseconds of the two sides, for orientation.
    let nanoseconds: Double
    let beside: Double
  }

  /// Nanoseconds for one post to so many listeners, by contender.
  struct Point: Encodable {
    let contender: String
    let listeners: Int
    let nanoseconds: Double
  }

  /// A time that is compared with nothing.
  struct Time: Encodable {
    let name: String
    let microseconds: Double
    let goal: Double
  }

  private(set) var ratios: [Ratio] = []
  private(set) var times: [Time] = []
  private(set) var points: [Point] = []

  /// Adds a ratio and prints it: `ratio NAME VALUE`, then the goal and the times.
  mutating func add(
    _ name: String, _ value: Double, goal: Double? = nil, _ nanoseconds: Double,
    beside other: Double
  ) {
    ratios.append(
      Ratio(name: name, value: value, goal: goal, nanoseconds: nanoseconds, beside: other))
    let verdict = goal.map { value <= $0 ? "(goal \($0))" : "(goal \($0), missed)" } ?? ""
    print(
      "ratio \(name) \(String(format: "%.3f", value)) \(verdict) "
        + String(format: "%.1f ns beside %.1f", nanoseconds, other))
  }

  /// Adds a time and prints it: `time NAME MICROSECONDS`, then the goal.
  mutating func add(_ name: String, _ duration: Duration, goal: Duration) {
    let unit = Duration.microseconds(1)
    times.append(Time(name: name, microseconds: duration / unit, goal: goal / unit))
    print(
      "time \(name) \(String(format: "%.1f", duration / unit)) us "
        + "(goal \(String(format: "%.0f", goal / unit))\(duration <= goal ? "" : ", missed"))")
  }

  mutating func add(_ contender: String, listeners: Int, _ nanoseconds: Double) {
    points.append(Point(contender: contender, listeners: listeners, nanoseconds: nanoseconds))
  }

  /// Writes the run as JSON, with the machine and the date, for the chart.
  func write(to path: String) throws {
    struct Run: Encodable {
      let processor: String
      let system: String
      let date: String
      let results: Results
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let date = Date.now.formatted(.iso8601.year().month().day())
    let run = Run(
      processor: Self.processor, system: ProcessInfo.processInfo.operatingSystemVersionString,
      date: date, results: self)
    try encoder.encode(run).write(to: URL(fileURLWithPath: path))
  }

  private static var processor: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line.flatMap { $0.split(separator: ":").last }
      .map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
  }
}
