import Foundation

/// Ratios with the goal beside each.
struct ResultTable {
  private var rows: [[String]] = [["what", "ratio", "goal", "ns", "beside"]]

  mutating func add(
    _ what: String, ratio: Double, goal: String, _ nanoseconds: Double, beside other: Double
  ) {
    rows.append([
      what, text(ratio, digits: 3), goal, text(nanoseconds, digits: 1), text(other, digits: 1),
    ])
  }

  func print() {
    for row in rows {
      let numbers = row.dropFirst().map {
        String(repeating: " ", count: max(0, 12 - $0.count)) + $0
      }
      let padding = String(repeating: " ", count: max(0, 58 - row[0].count))
      Swift.print(row[0] + padding + numbers.joined())
    }
  }

  private func text(_ number: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", number)
  }
}
