import Foundation

/// Times several ways to do a thing one after the other, round after round, so that whatever slows
/// the machine down slows down all of them.
@MainActor
struct Comparison {
  /// One of the ways: does it so many times.
  typealias Side = @MainActor (_ times: Int) -> Void

  /// For each round, nanoseconds per time of each side.
  let rounds: [[Double]]

  /// - `rounds`: How often each side is timed.
  /// - `times`: How often a side does it in one round.
  init(rounds: Int = 151, times: Int, _ sides: Side...) {
    for side in sides {
      side(times)
    }

    self.rounds = (0..<rounds).map { Self.times(of: sides, times, inRound: $0) }
  }

  /// Every other round goes backwards: none of the sides always follows the same one.
  private static func times(of sides: [Side], _ times: Int, inRound round: Int) -> [Double] {
    if round.isMultiple(of: 2) {
      return sides.map { time($0, times) }
    }
    let backwards = sides.reversed().map { time($0, times) }
    return backwards.reversed()
  }

  private static func time(_ side: Side, _ times: Int) -> Double {
    let duration = ContinuousClock().measure { side(times) }
    return duration / .nanoseconds(1) / Double(times)
  }

  /// Prints the median of the ratios of all rounds: `ratio NAME VALUE`, then the goal and the
  /// nanoseconds of both sides.
  func printRatio(
    _ name: String, goal: Double? = nil, of one: ([Double]) -> Double = { $0[0] },
    to other: ([Double]) -> Double = { $0[1] }
  ) {
    let value = median { one($0) / other($0) }
    let ratio = String(format: "%.3f", value)
    let times = String(format: "%.1f ns beside %.1f", median(one), median(other))
    print("ratio \(name) \(ratio) \(verdict(on: value, goal: goal)) \(times)")
  }

  private func verdict(on value: Double, goal: Double?) -> String {
    guard let goal else { return "" }
    if value <= goal { return "(goal \(goal))" }
    return "(goal \(goal), missed)"
  }

  private func median(_ value: ([Double]) -> Double) -> Double {
    rounds.map(value).sorted()[rounds.count / 2]
  }
}
