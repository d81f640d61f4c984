import Testing

@testable import Listeners

@Suite("Restart rules")
struct RestartRulesTests {
  enum Step: CaseIterable { case enter, leave, end, stop }

  /// The reference model: the app is in the scope or not, and at most one operation lives.
  struct Model {
    var isInside = false
    var isStopped = false
    /// Cancelled or not; `nil` when none lives.
    var liveIsCancelled: Bool?
    var hasEndedHere = false

    mutating func take(_ step: Step) {
      switch step {
      case .enter where !isInside && !isStopped: isInside = true
      case .leave:
        isInside = false
        hasEndedHere = false
        if liveIsCancelled != nil { liveIsCancelled = true }
      case .stop:
        isStopped = true
        isInside = false
        if liveIsCancelled != nil { liveIsCancelled = true }
      case .end:
        if liveIsCancelled == false { hasEndedHere = true }
        liveIsCancelled = nil
      case .enter: break
      }
      if isInside, liveIsCancelled == nil, !hasEndedHere { liveIsCancelled = false }
    }
  }

  @Test("in every sequence of eight steps the rules agree with the model")
  func everySequence() {
    var sequences: [[Step]] = [[]]
    for _ in 1...8 { sequences = sequences.flatMap { old in Step.allCases.map { old + [$0] } } }
    for sequence in sequences {
      var rules = RestartRules()
      var model = Model()
      var live: Bool?
      for step in sequence {
        if step == .end, live == nil { continue }
        if step == .end { live = nil }
        let action =
          switch step {
          case .enter: rules.enter()
          case .leave: rules.leave()
          case .end: rules.operationEnded()
          case .stop: rules.stop()
          }
        switch action {
        case .start:
          if live != nil { Issue.record("two at once in \(sequence)") }
          live = false
        case .cancel:
          if live != false { Issue.record("cancelled nothing in \(sequence)") }
          live = true
        case nil: break
        }
        model.take(step)
        if live != model.liveIsCancelled { Issue.record("\(rules.phase) after \(sequence)") }
      }
    }
  }
}
