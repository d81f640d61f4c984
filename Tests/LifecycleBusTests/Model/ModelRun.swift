import LifecycleBus

/// A sequence on the bus and on the reference.
@MainActor
enum ModelRun {
  /// Where the two part.
  struct Mismatch: CustomStringConvertible {
    let act: Act
    let bus: [Seen]
    let reference: [Seen]

    var description: String {
      func list(_ seen: [Seen]) -> String { seen.map { "    \($0)\n" }.joined() }
      return "after .\(act)\n  the bus:\n\(list(bus))  the model:\n\(list(reference))"
    }
  }

  /// Performs a sequence on both, and returns the first difference.
  static func mismatch(in sequence: ActSequence) async -> Mismatch? {
    let reference = Reference(sequence.script)
    let bus = RealBus(sequence.script)
    var compared = 0
    for act in sequence.acts {
      let before = reference.turned
      reference.perform(act)
      // Each piece of work on the main queue may put another one there.
      let turns = reference.turned - before + 1
      reference.perform(.look)
      switch act {
      case .turn: await bus.turn(turns)
      case .fetch(let id):
        await bus.turn(turns)
        await bus.fetch(id)
      case .runOut(let id):
        await bus.turn(turns)
        await bus.runOut(id, turns: turns)
      default: bus.perform(act)
      }
      bus.perform(.look)
      guard bus.seen[compared...] == reference.seen[compared...] else {
        await bus.turn(50)
        return difference(act, bus.seen, reference.seen, from: compared)
      }
      compared = bus.seen.count
    }
    let weak = bus.end()
    // Mostly all are freed at once.
    if weak.values.contains(where: { $0.object != nil }) { await bus.turn(2) }
    let alive = weak.filter { $0.value.object != nil }.keys.sorted()
    if alive.isEmpty { return nil }
    return Mismatch(act: .look, bus: alive.map { .asked(listener: $0) }, reference: [])
  }

  /// The difference, with a few observations before it.
  private static func difference(
    _ act: Act, _ bus: [Seen], _ reference: [Seen], from start: Int
  ) -> Mismatch {
    let same = zip(bus[start...], reference[start...]).prefix { $0 == $1 }.count
    let from = max(0, start + same - 3)
    return Mismatch(
      act: act, bus: Array(bus[min(from, bus.count)...].prefix(8)),
      reference: Array(reference[min(from, reference.count)...].prefix(8)))
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
