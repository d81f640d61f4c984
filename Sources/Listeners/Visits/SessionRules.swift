import Foundation
import LifecycleBus

/// Decides when sessions open and end: a pure value.
struct SessionRules {
  typealias Session = SessionTracker.Session
  typealias Change = SessionTracker.Change

  struct Moment {
    /// With sleep, which counts as an absence.
    var time = Duration.zero
    /// Without it, because it's no use.
    var awake = Duration.zero
  }

  let timeout: Duration
  var presence = Presence()
  /// With its beginning, which is below zero for one of an earlier process.
  private var opened: (session: Session, start: Duration)?
  /// Whether the open session is an earlier process's, and not used yet.
  private var isEarlier = false
  private var cameAt = Moment()
  private var leftAt = Duration.zero

  init(timeout: Duration) { self.timeout = timeout }

  /// False if there has been another session since.
  mutating func restore(_ session: Session, at now: Moment, on date: Date) -> Bool {
    guard opened == nil, !presence.isThere else { return false }
    let lastActivity = session.end ?? session.start
    let length = Self.duration(lastActivity.timeIntervalSince(session.start))
    let absence = date.timeIntervalSince(lastActivity)
    // A clock that was set back meanwhile says nothing about the absence; it counts as long.
    leftAt = now.time - Self.duration(absence < -60 ? .infinity : absence)
    var session = session
    session.end = nil
    session.timeInForeground = min(max(session.timeInForeground, .zero), length)
    opened = (session, leftAt - length)
    isEarlier = true
    return true
  }

  private static func duration(_ seconds: TimeInterval) -> Duration {
    seconds > 0 ? .seconds(min(seconds, 1e10)) : .zero
  }

  /// After the time-out there is none, though its end has not been reported.
  func current(at now: Moment) -> Session? {
    guard var session = opened?.session, !isTimeOver(at: now) else { return nil }
    if presence.isThere { session.timeInForeground += now.awake - cameAt.awake }
    return session
  }

  /// For the next process: with the last activity as its end.
  func kept(at now: Moment) -> Session? {
    guard let opened, var session = current(at: now) else { return nil }
    session.end = date(of: presence.isThere ? now.time : leftAt, in: opened)
    return session
  }

  mutating func take(
    _ context: AppLifecycleContext, at now: Moment, new: () -> Session
  ) -> (changes: [Change], isTurn: Bool) {
    // Asked before the user comes.
    var changes = isTimeOver(at: now) ? end() : []
    let turn = presence.change(by: context)
    switch turn {
    case .came: changes.append(contentsOf: come(at: now, new))
    case .left:
      opened?.session.timeInForeground += now.awake - cameAt.awake
      leftAt = now.time
    case nil: break
    }
    if context.event == .willTerminate { changes += end() }
    return (changes, turn != nil)
  }

  private mutating func come(at now: Moment, _ new: () -> Session) -> [Change] {
    defer { isEarlier = false }
    cameAt = now
    if let opened { return isEarlier ? [.continued(opened.session)] : [] }
    let session = new()
    opened = (session, now.time)
    return [.opened(session)]
  }

  private func isTimeOver(at now: Moment) -> Bool {
    opened != nil && !presence.isThere && now.time - leftAt >= timeout
  }

  private mutating func end() -> [Change] {
    guard let ended = opened else { return [] }
    var session = ended.session
    session.end = date(of: leftAt, in: ended)
    opened = nil
    isEarlier = false
    return [.ended(session)]
  }

  private func date(of time: Duration, in opened: (session: Session, start: Duration)) -> Date {
    opened.session.start + (time - opened.start) / .seconds(1)
  }
}
