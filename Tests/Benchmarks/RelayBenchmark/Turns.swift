import Foundation

/// Times several ways to do a thing in turns, so that whatever slows the machine down slows down
/// all of them.
@MainActor
struct Turns {
  /// One of them: does it so many times.
  typealias Side = @MainActor (_ times: Int) -> Void

  /// For each round, nanoseconds per time of each side.
  let rounds: [[Double]]

  /// - `rounds`: How often each side has its turn.
  /// - `times`: How often a side does it in one turn.
  init(rounds: Int = 151, times: Int, _ sides: Side...) {
    let clock = ContinuousClock()
    func time(_ side: Side) -> Double {
      let duration = clock.measure { side(times) }.components
      return (Double(duration.seconds) * 1e9 + Double(duration.attoseconds) * 1e-9) / Double(times)
    }
    for side in sides { side(times) }
    self.rounds = (0..<rounds).map { round in
      // Every other round goes backwards: none of them always follows the same one.
      let forwards = round.isMultiple(of: 2)
      let times = (forwards ? sides : sides.reversed()).map(time)
      return forwards ? times : times.reversed()
    }
  }

  /// Prints the median of the ratios of all rounds: `ratio NAME VALUE`, then the goal and the
  /// nanoseconds of both sides.
  func printRatio(
    _ name: String, goal: Double? = nil, of one: ([Double]) -> Double = { $0[0] },
    to other: ([Double]) -> Double = { $0[1] }
  ) {
    let value = median { one($0) / other($0) }
    let verdict = goal.map { value <= $0 ? "(goal \($0))" : "(goal \($0), missed)" } ?? ""
    print(
      "ratio \(name) \(String(format: "%.3f", value)) \(verdict) "
        + String(format: "%.1f ns beside %.1f", median(one), median(other)))
  }

  private func median(_ value: ([Double]) -> Double) -> Double {
    rounds.map(value).sorted()[rounds.count / 2]
  }
}
