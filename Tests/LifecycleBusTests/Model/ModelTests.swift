import Foundation
import LifecycleBus
import TestSupport
import Testing

/// Random operations on the bus and on a reference in plain lines, nested in callbacks, compared
/// after each.
///
/// `LIFECYCLEBUS_MODEL_SECONDS=600 swift test --filter ModelTests` runs new sequences for as long as
/// it says; `LIFECYCLEBUS_MODEL_SEED` is the seed of the first.
@MainActor
@Suite("The bus and its model", .serialized)
struct ModelTests {
  static let rounds = Sanitizer.rounds(1000)

  @Test(
    "the bus matches the model in 20,000 random sequences (32, 49)",
    arguments: (0..<20).map { UInt64($0) })
  func sequences(block: UInt64) async {
    for round in 0..<UInt64(Self.rounds) {
      if await isDifferent(seed: block * UInt64(Self.rounds) + round) { return }
    }
  }

  @Test("callbacks are nested to depth 8 in random sequences")
  func depth() async {
    var deepest = 0
    for seed in 0..<UInt64(2000) where deepest < ActSequence.deepest {
      let sequence = Self.sequence(seed: seed)
      let reference = Reference(sequence.script)
      for act in sequence.acts {
        reference.perform(act)
        reference.endFading()
      }
      deepest = max(deepest, reference.greatestDepth)
    }
    #expect(deepest >= ActSequence.deepest)
  }

  @Test("each coincidence occurs in random sequences")
  func coincidences() async {
    var counts = Array(repeating: 0, count: Coincidence.allCases.count)
    for seed in 0..<UInt64(1000) {
      _ = await ModelRun.mismatch(in: Self.sequence(seed: seed), counting: &counts)
    }
    print(Coincidence.allCases.map { "\($0) \(counts[$0.rawValue])" }.joined(separator: ", "))
    for coincidence in Coincidence.allCases {
      #expect(counts[coincidence.rawValue] > 0, "\(coincidence)")
    }
  }

  nonisolated private static let environment = ProcessInfo.processInfo.environment
  nonisolated private static let seconds = environment["LIFECYCLEBUS_MODEL_SECONDS"].flatMap(
    Double.init)
  nonisolated private static let seed = environment["LIFECYCLEBUS_MODEL_SEED"].flatMap(UInt64.init)

  @Test(
    "the bus matches the model for as long as LIFECYCLEBUS_MODEL_SECONDS says",
    .enabled(if: seconds != nil))
  func long() async {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(Self.seconds ?? 0)
    var seed = Self.seed ?? .random(in: 0 ... .max / 2)
    let first = seed
    while clock.now < end {
      if await isDifferent(seed: seed) { return }
      seed += 1
    }
    print("\(seed - first) sequences from seed \(first) match the model")
  }

  /// Every sixteenth sequence is a deep one.
  private static func sequence(seed: UInt64) -> ActSequence {
    var generator = ActGenerator(seed: seed)
    return seed.isMultiple(of: 16) ? generator.deepSequence() : generator.sequence()
  }

  /// Runs one sequence; a difference is shrunk and printed as a test to paste.
  private func isDifferent(seed: UInt64) async -> Bool {
    let sequence = Self.sequence(seed: seed)
    guard let first = await ModelRun.mismatch(in: sequence) else { return false }
    let shrunk = await ModelRun.shrunk(sequence)
    let mismatch = await ModelRun.mismatch(in: shrunk)
    Issue.record(
      """
      seed \(seed): \(mismatch?.description ?? "not always \(first)")
      Paste this into ModelRegressionTests.swift:
      \(shrunk.test(named: "seed\(seed)"))
      """)
    return true
  }
}
