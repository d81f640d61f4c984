import Foundation

/// How often a test repeats what it does with other random numbers.
///
/// `LIFECYCLEBUS_ROUNDS=1000 swift test --filter RelayModelTests` chooses another number for the
/// tests that it runs, and `LIFECYCLEBUS_ROUNDS=1,8378` repeats the one round whose seed a failed
/// test has printed.
package enum Rounds {
  /// How many rounds to make, where a test usually makes so many. Fewer under a sanitizer.
  package static func count(_ usual: Int) -> Int {
    if let chosen = variable.first { return Int(chosen) }
    return Sanitizer.current == nil ? usual : max(1, usual / 10)
  }

  /// The seed of each round.
  package static func seeds(_ usual: Int) -> Range<UInt64> {
    let first = variable.count > 1 ? variable[1] : UInt64.random(in: 1...(1 << 48))
    return first..<(first + UInt64(count(usual)))
  }

  /// True if more rounds than usual are asked for. Then a list of cases is taken whole, too.
  package static var isThorough: Bool { (variable.first ?? 0) > 1 }

  private static var variable: [UInt64] {
    let text = ProcessInfo.processInfo.environment["LIFECYCLEBUS_ROUNDS"] ?? ""
    return text.split(separator: ",").compactMap { UInt64($0) }
  }
}

/// A random sequence that a seed repeats (SplitMix64, by Sebastiano Vigna, public domain).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
