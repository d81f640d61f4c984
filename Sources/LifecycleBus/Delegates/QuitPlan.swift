/// What a Mac app's delegate does at each Quit: a pure value.
///
/// After `.terminateLater` AppKit waits in a nested run loop. That one does not serve the main queue
/// if it was entered from a block of this queue, and tasks of the main actor are such blocks: no
/// listener could answer. Such a Quit is cancelled, and made again from the run loop.
package struct QuitPlan {
  package enum Step: Sendable {
    /// AppKit receives what the listeners answer.
    case ask
    /// AppKit receives a cancel; the Quit that is under way goes on.
    case refuse
    /// AppKit receives a cancel, and is told to quit again by the run loop.
    case askFromRunLoop
  }

  private enum Phase { case idle, scheduled, inRunLoop, underWay }

  /// A Quit sooner than this after the one before comes from a key that is held down.
  package static let repetition = Duration.seconds(1)

  private var phase = Phase.idle
  private var lastQuit: ContinuousClock.Instant?

  package init() {}

  /// The user, the system or a program wants the app to quit.
  ///
  /// - `servesMainQueue`: Whether a nested run loop is known to serve the main queue.
  /// - `hasEnded`: Whether the listeners have received the end, so that only holds are waited for.
  ///   Another Quit ends this wait.
  package mutating func quit(
    at now: ContinuousClock.Instant, servesMainQueue: Bool, hasEnded: Bool
  ) -> Step {
    defer { lastQuit = now }
    switch phase {
    case .idle where !servesMainQueue:
      phase = .scheduled
      return .askFromRunLoop
    case .scheduled where !servesMainQueue: return .refuse
    case .idle, .scheduled, .inRunLoop:
      phase = .underWay
      return .ask
    case .underWay:
      let isRepetition = lastQuit.map { $0.duration(to: now) < Self.repetition } ?? false
      return hasEnded && !isRepetition ? .ask : .refuse
    }
  }

  /// The turn of the run loop has come. Returns whether to quit again.
  package mutating func beginTurn() -> Bool {
    guard phase == .scheduled else { return false }
    phase = .inRunLoop
    return true
  }

  /// The turn is over; the delegate was not asked if its documents have cancelled.
  package mutating func endTurn() { if phase == .inRunLoop { phase = .idle } }

  /// The app stays; the next Quit asks again.
  package mutating func stay() { phase = .idle }
}
