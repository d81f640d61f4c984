import Foundation
import LifecycleBus

/// Decides when sessions open and end: a pure value.
struct SessionRules {
  typealias Session = SessionTracker.Session
  typealias Change = SessionTracker.Change

  /// A time since the tracker was made.
  struct Moment {
    /// With the time in which the machine sleeps: it counts as an absence.
    var time = Duration.zero
    /// Without it: it does not count as use.
    var awake = Duration.zero
  }

  let timeout: Duration
  var presence = Presence()
  /// The open session, and when it began. One of an earlier process began before zero.
  private var open: (session: Session, start: Duration)?
  /// Whether the open session is an earlier process's, and not used yet.
  private var isEarlier = false
  private var cameAt = Moment()
  private var leftAt = Duration.zero

  init(timeout: Duration) { self.timeout = timeout }

  /// Takes the session of an earlier process, unless there has been another one since.
  mutating func restore(_ session: Session, at now: Moment, on date: Date) -> Bool {
    guard open == nil, !presence.isThere else { return false }
    let lastActivity = session.end ?? session.start
    let length = Self.duration(lastActivity.timeIntervalSince(session.start))
    let absence = date.timeIntervalSince(lastActivity)
    // A clock that was set back meanwhile says nothing about the absence; it counts as long.
    leftAt = now.time - Self.duration(absence < -60 ? .infinity : absence)
    var session = session
    session.end = nil
    session.timeInForeground = min(max(session.timeInForeground, .zero), length)
    open = (session, leftAt - length)
    isEarlier = true
    return true
  }

  /// From 0 to 300 years, whatever the file says.
  private static func duration(_ seconds: TimeInterval) -> Duration {
    seconds > 0 ? .seconds(min(seconds, 1e10)) : .zero
  }

  /// The open session. After the time-out there is none, though its end has not been reported.
  func current(at now: Moment) -> Session? {
    guard var session = open?.session, !isTimeOver(at: now) else { return nil }
    if presence.isThere { session.timeInForeground += now.awake - cameAt.awake }
    return session
  }

  /// What is kept for the next process: the open session, with the last activity as its end.
  func kept(at now: Moment) -> Session? {
    guard let open, var session = current(at: now) else { return nil }
    session.end = date(of: presence.isThere ? now.time : leftAt, in: open)
    return session
  }

  /// Returns what is to be reported, and whether the user came or left.
  mutating func take(
    _ context: AppLifecycleContext, at now: Moment, new: () -> Session
  ) -> (changes: [Change], isTurn: Bool) {
    // Asked before the user comes.
    var changes = isTimeOver(at: now) ? end() : []
    let turn = presence.change(by: context)
    switch turn {
    case .came: changes.append(contentsOf: come(at: now, new))
    case .left:
      open?.session.timeInForeground += now.awake - cameAt.awake
      leftAt = now.time
    case nil: break
    }
    if context.event == .willTerminate { changes += end() }
    return (changes, turn != nil)
  }

  private mutating func come(at now: Moment, _ new: () -> Session) -> [Change] {
    defer { isEarlier = false }
    cameAt = now
    if let open { return isEarlier ? [.continued(open.session)] : [] }
    let session = new()
    open = (session, now.time)
    return [.opened(session)]
  }

  private func isTimeOver(at now: Moment) -> Bool {
    open != nil && !presence.isThere && now.time - leftAt >= timeout
  }

  private mutating func end() -> [Change] {
    guard let ended = open else { return [] }
    var session = ended.session
    session.end = date(of: leftAt, in: ended)
    open = nil
    isEarlier = false
    return [.ended(session)]
  }

  private func date(of time: Duration, in open: (session: Session, start: Duration)) -> Date {
    open.session.start + (time - open.start) / .seconds(1)
  }
}
