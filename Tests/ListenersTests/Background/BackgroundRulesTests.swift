import Testing

@testable import Listeners

@Suite("Background rules")
struct BackgroundRulesTests {
  enum Step: CaseIterable { case down, up, timeout, returned }

  /// The reference model: which run is open, which operation lives, and what the operation missed.
  struct Model {
    var isOpen = false
    var isInBackground = false
    /// Cancelled or not; `nil` when no operation lives.
    var liveIsCancelled: Bool?
    var hasMissedAChange = false
    var begun = 0
    var ended = 0

    mutating func begin() {
      (isOpen, isInBackground, hasMissedAChange, begun) = (true, true, false, begun + 1)
      if liveIsCancelled == nil { liveIsCancelled = false }
    }

    mutating func end(cancelling: Bool) {
      (isOpen, ended) = (false, ended + 1)
      if cancelling { hasMissedAChange = false }
      if cancelling, liveIsCancelled != nil { liveIsCancelled = true }
    }

    mutating func take(_ step: Step, cancelsOnReturn: Bool) {
      let isWorking = isOpen && liveIsCancelled == false
      switch step {
      case .down where !isOpen: begin()
      case .down where !isInBackground:
        isInBackground = true
        if isWorking { hasMissedAChange = true }
      case .up where isOpen && isInBackground:
        if cancelsOnReturn { end(cancelling: true) } else { isInBackground = false }
      case .timeout where isOpen: end(cancelling: true)
      case .returned where liveIsCancelled == true:
        liveIsCancelled = isOpen ? false : nil
      case .returned where liveIsCancelled == false:
        liveIsCancelled = nil
        end(cancelling: false)
        if hasMissedAChange && isInBackground { begin() }
        if !isOpen { hasMissedAChange = false }
      default: break
      }
    }
  }

  @Test("in each sequence of eight steps the rules agree with the model", arguments: [true, false])
  func everySequence(cancelsOnReturn: Bool) {
    var sequences: [[Step]] = [[]]
    for _ in 1...8 { sequences = sequences.flatMap { old in Step.allCases.map { old + [$0] } } }
    let wrong = sequences.first { !check($0, cancelsOnReturn) }
    #expect(wrong == nil)
  }

  private func check(_ sequence: [Step], _ cancelsOnReturn: Bool) -> Bool {
    var rules = BackgroundRules(cancelsOnReturn: cancelsOnReturn)
    var model = Model()
    var (begun, ended) = (0, 0)
    var live: Bool?
    for step in sequence {
      if step == .returned, live == nil { continue }
      if step == .returned { live = nil }
      var action =
        switch step {
        case .down: rules.wayDown()
        case .up: rules.wayUp()
        case .timeout: rules.outOfTime()
        case .returned: rules.workReturned(.finished)
        }
      while let next = action {
        action = nil
        switch next {
        case .begin:
          begun += 1
          action = rules.begun()
        case .startWork:
          if live != nil { return false }
          live = false
        case .stopBudget, .restartBudget: break
        case .end:
          ended += 1
          if live != nil { live = true }
          action = rules.followUp()
        }
      }
      model.take(step, cancelsOnReturn: cancelsOnReturn)
      let agrees = live == model.liveIsCancelled && rules.isRunning == model.isOpen
      if !agrees || begun != model.begun || ended != model.ended { return false }
    }
    return true
  }
}
