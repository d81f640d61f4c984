/// Decides when sessions open and end: a pure value that maps events and times to changes.
///
/// Times count from any one moment. A session opens when the app takes input, and it ends where the
/// app went to the background, once it has stayed there for the time-out.
struct SessionRules: Sendable {
  /// A session, before it has a date and an identity.
  struct Span: Equatable, Sendable {
    var start: Duration
    var end: Duration?
    var inForeground = Duration.zero
    var interruptions = 0
  }

  /// A change of a session.
  enum Change: Equatable, Sendable {
    case opened(Span)
    case ended(Span)
  }

  /// The app's position, as far as sessions are concerned.
  private enum Position: Equatable, Sendable {
    /// In the foreground since that time, taking input or interrupted.
    case foreground(since: Duration, isInterrupted: Bool)
    /// In the background since the first time; about to be shown since the second, if there is one.
    case background(since: Duration, returning: Duration?)
    case terminated
  }

  let timeout: Duration
  private var position = Position.background(since: .zero, returning: nil)
  private var open: Span?

  init(timeout: Duration) { self.timeout = timeout }

  /// When `timePassed(_:)` would end the session, if nothing happens until then.
  var deadline: Duration? {
    guard open != nil, case .background(let since, nil) = position else { return nil }
    return since + timeout
  }

  /// The open session as of now.
  func current(at now: Duration) -> Span? {
    guard var span = open else { return nil }
    if case .foreground(let since, _) = position { span.inForeground += now - since }
    return span
  }

  /// The app is about to be shown. That alone opens nothing, but being away ends here.
  mutating func willShow(at now: Duration) -> [Change] {
    guard case .background(let since, nil) = position else { return [] }
    let changes = timePassed(now)
    position = .background(since: since, returning: now)
    return changes
  }

  /// The app takes input.
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
      if open == nil {
        let span = Span(start: now)
        open = span
        changes.append(.opened(span))
        position = .foreground(since: now, isInterrupted: false)
      } else {
        position = .foreground(since: returning ?? now, isInterrupted: false)
      }
      return changes
    }
  }

  /// The app takes no input.
  mutating func willResignActive() {
    guard case .foreground(let since, _) = position else { return }
    position = .foreground(since: since, isInterrupted: true)
  }

  /// The app is no longer shown.
  mutating func didEnterBackground(at now: Duration) -> [Change] {
    switch position {
    case .terminated:
      return []
    case .foreground(let since, _):
      open?.inForeground += now - since
      position = .background(since: now, returning: nil)
      return []
    case .background(let since, _):
      // Shown, but never taking input: it has been away all the while.
      position = .background(since: since, returning: nil)
      return timePassed(now)
    }
  }

  /// The process is about to end, and the session with it.
  mutating func willTerminate(at now: Duration) -> [Change] {
    var changes = didEnterBackground(at: now)
    if case .background(let since, _) = position { changes += end(at: since) }
    position = .terminated
    return changes
  }

  /// Ends the session if the app has been away for the time-out.
  mutating func timePassed(_ now: Duration) -> [Change] {
    guard let deadline, now >= deadline else { return [] }
    return end(at: deadline - timeout)
  }

  private mutating func end(at moment: Duration) -> [Change] {
    guard var span = open else { return [] }
    open = nil
    span.end = moment
    return [.ended(span)]
  }
}
