/// What a Mac app's delegate does at each Quit.
///
/// After `.terminateLater` AppKit waits in a nested run loop. If a task or a block of the main
/// queue has begun the Quit, that loop doesn't serve the queue, and no listener could answer.
package struct QuitPlan {
  package enum Step: Sendable {
    case ask
    /// AppKit receives a cancel; the first Quit goes on.
    case refuse
    /// AppKit receives a cancel, and the run loop quits again.
    case askFromRunLoop
  }

  private enum Phase { case idle, scheduled, inRunLoop, underWay }

  /// A sooner Quit comes from a key that is held down.
  package static let repetition = Duration.seconds(1)

  private var phase = Phase.idle
  private var lastQuit: ContinuousClock.Instant?

  package init() {}

  /// `servesMainQueue`: a nested run loop would do so. `hasEnded`: only the holds are waited for.
  package mutating func quit(
    at now: ContinuousClock.Instant, servesMainQueue: Bool, hasEnded: Bool
  ) -> Step {
    let isRepetition = lastQuit.map { $0.duration(to: now) < Self.repetition } ?? false
    lastQuit = now

    switch phase {
    case .idle where !servesMainQueue:
      phase = .scheduled
      return .askFromRunLoop
    case .scheduled where !servesMainQueue:
      return .refuse
    case .idle, .scheduled, .inRunLoop:
      phase = .underWay
      return .ask
    case .underWay where hasEnded && !isRepetition:
      return .ask
    case .underWay:
      return .refuse
    }
  }

  /// Returns false if another Quit was faster.
  package mutating func beginQuitFromRunLoop() -> Bool {
    guard phase == .scheduled else { return false }
    phase = .inRunLoop
    return true
  }

  /// One of AppKit's own documents may have cancelled.
  package mutating func endQuitFromRunLoop() {
    if phase == .inRunLoop {
      phase = .idle
    }
  }

  package mutating func stay() { phase = .idle }
}
