import Foundation
import TestSupport
import Testing

@Suite("The relay and its model", .timeLimit(.minutes(hangMinutes)))
struct RelayModelTests {
  // Apple's simulators have no exit tests.
  #if os(macOS) || os(Linux)
    /// In a process of its own, because all centers share one queue: a post of another test could
    /// bring a post forward that a sequence makes on another thread.
    ///
    /// `LIFECYCLEBUS_ROUNDS=1,8378` repeats the one sequence with this seed.
    @Test("the relay matches the model in random sequences (1 to 72)")
    func random() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) { @MainActor in
        let seeds = Rounds.seeds(1_000)
        let tally = await compare(seeds)
        print("\(tally.callbacks) callbacks and \(tally.count) acts in \(seeds.count) sequences")

        // So many sequences have each kind of act.
        if seeds.count >= 500 {
          #expect(tally.missing == [])
        }
      }

      guard let result else { return }
      let output = String(decoding: result.standardOutputContent, as: UTF8.self)
      print("The model and the package agree: \(output.split(separator: "\n").last ?? "")")
    }
  #endif
}

/// Plays each sequence on the model and on the package, up to the first difference.
@MainActor
private func compare(_ seeds: Range<UInt64>) async -> Tally {
  var tally = Tally()
  for seed in seeds {
    let predicted = Player(seed: seed)
    await predicted.play(on: Model(predicted))

    let real = Player(seed: seed)
    await real.play(on: RealWorld(real))

    tally.add(real.tally)
    guard predicted.journal == real.journal else {
      Issue.record("seed \(seed): \(difference(predicted.journal, real.journal))")
      exit(EXIT_FAILURE)
    }
  }
  return tally
}

/// The first lines that differ, after some that don't.
private func difference(_ predicted: [String], _ real: [String]) -> String {
  let same = zip(predicted, real).prefix { $0 == $1 }.count
  let before = real[..<same].suffix(20).joined(separator: "\n")

  return """
    \(before)
    but then the model has: \(predicted.dropFirst(same).first ?? "nothing")
    and the package:        \(real.dropFirst(same).first ?? "nothing")
    """
}
