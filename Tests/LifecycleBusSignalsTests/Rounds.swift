import Foundation

/// How often a test repeats what it does: more than usual where the environment says so, as in
/// `ENDINGS=1000 swift test --filter SignalRaceTests`.
enum Rounds {
  static func from(_ variable: String, otherwise usual: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
  }
}
