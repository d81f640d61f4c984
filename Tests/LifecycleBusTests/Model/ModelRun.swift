import LifecycleBus
import TestSupport

/// A sequence on the bus and on the reference.
@MainActor
enum ModelRun {
  /// Where the two part.
  struct Mismatch: CustomStringConvertible {
    let act: Act
    let bus: [Seen]
    let reference: [Seen]

    var description: String {
      func list(_ seen: [Seen]) -> String {
        seen.filter { $0 != .done }.map { "    \($0)\n" }.joined()
      }
      return "after .\(act)\n  the bus:\n\(list(bus))  the model:\n\(list(reference))"
    }
  }

  /// Performs a sequence on both, and returns the first difference.
  ///
  /// - Parameter coincidences: What the reference counts is added to it.
  static func mismatch(
    in sequence: ActSequence, counting coincidences: inout [Int]
  ) async -> Mismatch? {
    let reference = Reference(sequence.script)
    let bus = RealBus(sequence.script)
    var compared = 0
    for act in sequence.acts {
      await perform(act, on: bus)
      bus.endFading()
      bus.perform(.look)
      reference.bus = bus.seen
      reference.perform(act)
      reference.endFading()
      reference.perform(.look)
      if act.takesTurns {
        await bus.endWaits(reference.endedWaits.map(\.number))
        reference.reportWaits()
      }
      guard bus.seen[compared...] == reference.seen[compared...] else {
        let mismatch = difference(act, bus.seen, reference.seen, from: compared)
        await end(bus)
        return mismatch
      }
      compared = bus.seen.count
    }
    for (index, count) in reference.coincidences.enumerated() { coincidences[index] += count }
    await end(bus)
    if bus.live.value == 0 { return nil }
    return Mismatch(
      act: .look, bus: [.answer(mediator: 0, "\(bus.live.value) leaked")], reference: [])
  }

  private static func perform(_ act: Act, on bus: RealBus) async {
    if act.takesTurns { await bus.turn() }
    switch act {
    case .fetch(let id): await bus.fetch(id)
    case .runOut(let id): await bus.runOut(id)
    case .wait(let number, let id): await bus.beginWait(number, id)
    case .endBudget(let number): await bus.endBudget(number)
    default: break
    }
    bus.perform(act)
  }

  static func mismatch(in sequence: ActSequence) async -> Mismatch? {
    var coincidences = Array(repeating: 0, count: Coincidence.allCases.count)
    return await mismatch(in: sequence, counting: &coincidences)
  }

  /// Releases all. Mostly all objects are freed at once.
  private static func end(_ bus: RealBus) async {
    bus.end()
    await bus.turn { bus.live.value == 0 }
  }

  /// The difference, with a few observations before it.
  private static func difference(
    _ act: Act, _ bus: [Seen], _ reference: [Seen], from start: Int
  ) -> Mismatch {
    let same = zip(bus[start...], reference[start...]).prefix { $0 == $1 }.count
    let from = max(0, start + same - 6)
    return Mismatch(
      act: act, bus: Array(bus[min(from, bus.count)...].prefix(12)),
      reference: Array(reference[min(from, reference.count)...].prefix(12)))
  }

  /// The smallest sequence that parts the two, found by leaving out one operation at a time.
  static func shrunk(_ sequence: ActSequence) async -> ActSequence {
    var smallest = sequence
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in candidates(smallest).reversed() where await mismatch(in: candidate) != nil {
        smallest = candidate
        isSmaller = true
        break
      }
    }
    return smallest
  }

  /// The sequence without one of its operations, or without one callback's.
  private static func candidates(_ sequence: ActSequence) -> [ActSequence] {
    var found: [ActSequence] = []
    for index in sequence.acts.indices {
      var less = sequence
      less.acts.remove(at: index)
      found.append(less)
    }
    for (key, calls) in sequence.script {
      for call in calls.indices {
        for act in calls[call].indices {
          var less = sequence
          less.script[key]?[call].remove(at: act)
          found.append(less)
        }
        var less = sequence
        less.script[key]?.remove(at: call)
        found.append(less)
      }
      var less = sequence
      less.script[key] = nil
      found.append(less)
    }
    return found
  }
}
