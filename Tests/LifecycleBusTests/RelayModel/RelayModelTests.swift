import Foundation
import LifecycleBus
import Testing

/// Plays random sequences on the package and on the model, and compares what was called.
///
/// The normal form plays fixed seeds and others each time; a difference names its seed. Longer:
///
///     LIFECYCLEBUS_MODEL_SECONDS=600 swift test --filter RelayModelTests
///     LIFECYCLEBUS_MODEL_COUNT=100000 swift test --filter RelayModelTests
///     LIFECYCLEBUS_MODEL_SEED=8378 LIFECYCLEBUS_MODEL_COUNT=1 swift test --filter RelayModelTests
///
/// The last one repeats one sequence. The first seed is 1 where a long form does not name it.
@MainActor
@Suite("The relay and its model")
struct RelayModelTests {
  private nonisolated static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment["LIFECYCLEBUS_MODEL_\(name)"].flatMap { UInt64($0) }
  }
  private nonisolated static let (count, seconds) = (number("COUNT"), number("SECONDS"))
  private nonisolated static let isLong = count != nil || seconds != nil
  nonisolated static let firstSeeds =
    [number("SEED") ?? 1] + (isLong ? [] : [.random(in: 1...(1 << 48))])

  @Test("the relay matches the model in random sequences (32, 49)", arguments: firstSeeds)
  func random(firstSeed: UInt64) async {
    let end = Date(timeIntervalSinceNow: Self.seconds.map { TimeInterval($0) } ?? .infinity)
    let count = Self.count ?? (Self.seconds == nil ? 600 : 1 << 48)
    var seed = firstSeed
    while seed < firstSeed + count, Date() < end {
      let scenario = ScenarioGenerator.scenario(seed)
      // All centers share one queue, so a post of another test can bring a post forward that this
      // sequence made on another thread. A difference counts if it comes again.
      if await Self.difference(in: scenario) != nil,
        let difference = await Self.difference(in: scenario)
      {
        Issue.record("seed \(seed): \(difference)")
        return
      }
      seed += 1
    }
    if Self.isLong { print("\(seed - firstSeed) sequences from seed \(firstSeed) agree") }
  }

  static func difference(in scenario: Scenario) async -> String? {
    let expected = Model.journal(of: scenario)
    let actual = await RealWorld.journal(of: scenario)
    let lines = ["\(scenario)", "expected:"] + expected + ["actual:"] + actual
    return expected == actual ? nil : lines.joined(separator: "\n  ")
  }
}
