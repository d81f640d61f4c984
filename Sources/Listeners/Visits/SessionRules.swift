import Foundation
import LifecycleBus

/// Decides when sessions open and end: a pure value.
struct SessionRules {
  typealias Session = SessionTracker.Session
  typealias Change = SessionTracker.Change

  struct Moment {
    /// With the machine's sleep, which counts as an absence.
    var time = Duration.zero
    /// Without the machine's sleep, in which nobody uses the app.
    var awake = Duration.zero
  }

  let timeout: Duration
  var presence = Presence()
  /// A session that hasn't ended, and the time at which it began; that is below zero if an earlier
  /// process began it.
  private struct Opened {
    var session: Session
    let began: Duration

    func date(of time: Duration) -> Date {
      session.start + (time - began) / .seconds(1)
    }
  }

  private var opened: Opened?
  /// Whether the open session is an earlier process's, and not used yet.
  private var isEarlier = false
  private var cameAt = Moment()
  private var leftAt = Duration.zero

  init(timeout: Duration) { self.timeout = timeout }

  /// False if there has been another session since.
  mutating func restore(_ session: Session, at now: Moment, on date: Date) -> Bool {
    guard opened == nil, !presence.isThere else { return false }
    let lastActivity = session.end ?? session.start

    var absence = date.timeIntervalSince(lastActivity)
    // A clock that was set back meanwhile says nothing about the absence; it counts as long.
    if absence < -60 {
      absence = .infinity
    }
    leftAt = now.time - Self.duration(absence)

    let length = Self.duration(lastActivity.timeIntervalSince(session.start))
    var session = session
    session.end = nil
    session.timeInForeground = min(max(session.timeInForeground, .zero), length)

    opened = Opened(session: session, began: leftAt - length)
    isEarlier = true
    return true
  }

  /// Within what a file from elsewhere may say and a duration can express.
  static func duration(_ seconds: TimeInterval) -> Duration {
    guard seconds > 0 else { return .zero }
    return .seconds(min(seconds, 1e10))
  }

  /// After the time-out there is none, though its end hasn't been reported.
  func current(at now: Moment) -> Session? {
    guard var session = opened?.session, !isTimeOver(at: now) else { return nil }

    if presence.isThere {
      session.timeInForeground += now.awake - cameAt.awake
    }
    return session
  }

  /// The current session, with the last activity as its end.
  func forNextProcess(at now: Moment) -> Session? {
    guard let opened, var session = current(at: now) else { return nil }

    let lastActivity = presence.isThere ? now.time : leftAt
    session.end = opened.date(of: lastActivity)
    return session
  }

  mutating func take(
    _ context: AppLifecycleContext, at now: Moment, new: () -> Session
  ) -> (changes: [Change], hasUserMoved: Bool) {
    var changes: [Change] = []

    // Asked before the user comes.
    if isTimeOver(at: now) {
      changes += end()
    }

    let move = presence.change(by: context)
    switch move {
    case .came:
      changes += come(at: now, new)
    case .left:
      leave(at: now)
    case nil:
      break
    }

    if context.event == .willTerminate {
      changes += end()
    }
    return (changes, move != nil)
  }

  private mutating func come(at now: Moment, _ new: () -> Session) -> [Change] {
    let continues = isEarlier
    isEarlier = false
    cameAt = now

    if let opened {
      return continues ? [.continued(opened.session)] : []
    }
    let session = new()
    opened = Opened(session: session, began: now.time)
    return [.opened(session)]
  }

  private mutating func leave(at now: Moment) {
    opened?.session.timeInForeground += now.awake - cameAt.awake
    leftAt = now.time
  }

  private func isTimeOver(at now: Moment) -> Bool {
    opened != nil && !presence.isThere && now.time - leftAt >= timeout
  }

  private mutating func end() -> [Change] {
    guard let ended = opened else { return [] }
    opened = nil
    isEarlier = false

    var session = ended.session
    session.end = ended.date(of: leftAt)
    return [.ended(session)]
  }
}
