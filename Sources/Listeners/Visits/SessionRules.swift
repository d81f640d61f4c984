import Foundation
import LifecycleBus

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
  private var opened: Session?
  private var began = Duration.zero
  private var cameAt = Moment()
  private var leftAt = Duration.zero

  init(timeout: Duration) { self.timeout = timeout }

  /// After the time-out there is none, though its end hasn't been reported.
  func current(at now: Moment) -> Session? {
    guard var session = opened, !isTimeOver(at: now) else { return nil }

    if presence.isThere {
      session.timeInForeground += now.awake - cameAt.awake
    }
    return session
  }

  func forNextProcess(at now: Moment) -> Session? {
    guard var session = current(at: now) else { return nil }

    session.end = date(of: presence.isThere ? now.time : leftAt, in: session)
    return session
  }

  private func date(of time: Duration, in session: Session) -> Date {
    session.start + (time - began) / .seconds(1)
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
    cameAt = now
    guard opened == nil else { return [] }

    let session = new()
    opened = session
    began = now.time
    return [.opened(session)]
  }

  private mutating func leave(at now: Moment) {
    opened?.timeInForeground += now.awake - cameAt.awake
    leftAt = now.time
  }

  private func isTimeOver(at now: Moment) -> Bool {
    opened != nil && !presence.isThere && now.time - leftAt >= timeout
  }

  private mutating func end() -> [Change] {
    guard var session = opened else { return [] }
    opened = nil

    session.end = date(of: leftAt, in: session)
    return [.ended(session)]
  }
}
