/// Decides when sessions open and end: a pure value that maps events and times to changes.
///
/// Times count from any one moment; a session of an earlier process has negative ones.
struct SessionRules: Sendable {
  /// A session, before it has a date and an identity.
  struct Span: Equatable, Sendable {
    var start: Duration
    var end: Duration?
    var inForeground = Duration.zero
    var interruptions = 0
  }

  enum Change: Equatable, Sendable {
    case opened(Span)
    /// The session of an earlier process goes on.
    case continued(Span)
    case ended(Span)
  }

  enum Position: Equatable, Sendable {
    /// In the foreground since that time, taking input or interrupted.
    case foreground(since: Duration, isInterrupted: Bool)
    /// In the background since the first time; about to be shown since the second.
    case background(since: Duration, returning: Duration?)
    case terminated
  }

  let timeout: Duration
  var maximumLength: Duration?
  private(set) var position = Position.background(since: .zero, returning: nil)
  private(set) var open: Span?
  /// Whether the open session is an earlier process's, and not used yet.
  private(set) var isEarlier = false

  /// Continues with the session of an earlier process, if none is open or was.
  mutating func restore(_ span: Span, lastActivity: Duration) {
    guard open == nil, case .background(_, nil) = position else { return }
    self.open = span
    isEarlier = true
    position = .background(since: min(lastActivity, .zero), returning: nil)
  }

  /// When `timePassed(_:)` would end the session.
  var deadline: Duration? {
    guard let open else { return nil }
    let limit = maximumLength.map { open.start + $0 }
    switch position {
    case .background(let since, nil): return min(since + timeout, limit ?? since + timeout)
    case .foreground: return limit
    case .background, .terminated: return nil
    }
  }

  func current(at now: Duration) -> Span? {
    guard var span = open else { return nil }
    if case .foreground(let since, _) = position { span.inForeground += now - since }
    return span
  }

  /// When the app was in use for the last time.
  func lastActivity(at now: Duration) -> Duration {
    if case .background(let since, _) = position { since } else { now }
  }

  /// The app is about to be shown: an absence ends, and nothing opens.
  mutating func willShow(at now: Duration) -> [Change] {
    guard case .background(let since, nil) = position else { return [] }
    let changes = timePassed(now)
    position = .background(since: since, returning: now)
    return changes
  }

  mutating func didBecomeActive(at now: Duration) -> [Change] {
    switch position {
    case .terminated:
      return []
    case .foreground(let since, let isInterrupted):
      if isInterrupted { open?.interruptions += 1 }
      position = .foreground(since: since, isInterrupted: false)
      return []
    case .background(_, let returning):
      var changes = returning == nil ? timePassed(now) : []
      if let span = open {
        if isEarlier { changes.append(.continued(span)) }
        position = .foreground(since: returning ?? now, isInterrupted: false)
      } else {
        changes += begin(at: now)
        position = .foreground(since: now, isInterrupted: false)
      }
      isEarlier = false
      return changes
    }
  }

  mutating func willResignActive() {
    guard case .foreground(let since, _) = position else { return }
    position = .foreground(since: since, isInterrupted: true)
  }

  mutating func didEnterBackground(at now: Duration) -> [Change] {
    switch position {
    case .terminated:
      return []
    case .foreground:
      let changes = timePassed(now)
      if case .foreground(let since, _) = position { open?.inForeground += now - since }
      position = .background(since: now, returning: nil)
      return changes
    case .background(let since, _):
      // Shown, but never taking input: absent since then.
      position = .background(since: since, returning: nil)
      return timePassed(now)
    }
  }

  mutating func willTerminate(at now: Duration) -> [Change] {
    var changes = didEnterBackground(at: now)
    if case .background(let since, _) = position { changes += end(at: since) }
    position = .terminated
    return changes
  }

  /// Ends the session after the time-out in the background, or at its longest length.
  mutating func timePassed(_ now: Duration) -> [Change] {
    guard let deadline, now >= deadline else { return [] }
    switch position {
    case .background(let since, _):
      return end(at: since)
    case .foreground(let since, let isInterrupted):
      open?.inForeground += deadline - since
      let changes = end(at: deadline)
      // The next session opens when the app takes input.
      position =
        isInterrupted
        ? .background(since: now, returning: now) : .foreground(since: now, isInterrupted: false)
      return isInterrupted ? changes : changes + begin(at: now)
    case .terminated:
      return []
    }
  }

  private mutating func begin(at now: Duration) -> [Change] {
    let span = Span(start: now)
    self.open = span
    return [.opened(span)]
  }

  private mutating func end(at moment: Duration) -> [Change] {
    guard var span = open else { return [] }
    self.open = nil
    isEarlier = false
    span.end = moment
    return [.ended(span)]
  }
}
