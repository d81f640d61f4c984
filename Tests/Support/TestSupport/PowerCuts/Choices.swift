/// Answers questions of the form "which of so many": by all combinations in turn, always with the
/// same answer, or at random. The questions may depend on the answers before them.
package struct Choices {
  private enum Kind {
    case each, always(Int), random(SeededGenerator)
  }

  private var kind: Kind
  /// The answers of this round so far, or of the round before where this one has not come to them.
  private var answers: [(answer: Int, count: Int)] = []
  private var position = 0

  /// All combinations, one a round.
  package static var each: Self { Self(kind: .each) }
  /// This answer, or the last there is.
  package static func always(_ answer: Int) -> Self { Self(kind: .always(answer)) }
  /// Random answers; the first two are as frequent as all others together.
  package static func random(_ generator: SeededGenerator) -> Self {
    Self(kind: .random(generator))
  }

  private init(kind: Kind) { self.kind = kind }

  /// A number from 0 on that is less than the count.
  package mutating func choose(_ count: Int) -> Int {
    switch kind {
    case .always(let answer): return min(answer, count - 1)
    case .random(var generator):
      defer { kind = .random(generator) }
      let first = Int.random(in: 0..<3, using: &generator)
      return first < min(2, count) ? first : Int.random(in: 0..<count, using: &generator)
    case .each:
      if position == answers.count { answers.append((0, count)) }
      position += 1
      return answers[position - 1].answer
    }
  }

  /// Goes on to the next combination; `false` if that was the last.
  package mutating func advance() -> Bool {
    position = 0
    while let (answer, count) = answers.popLast() {
      if answer + 1 < count {
        answers.append((answer + 1, count))
        return true
      }
    }
    return false
  }
}
