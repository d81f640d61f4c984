/// What makes a session, as a pure value: events and times go in, openings and endings come out.
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

  /// What happened to a session.
  enum Change: Equatable, Sendable {
    case opened(Span)
    case ended(Span)
  }

  /// Where the app stands, as far as sessions are concerned.
  private enum Place: Equatable, Sendable {
    /// In front since then, taking input or interrupted.
    case foreground(since: Duration, isInterrupted: Bool)
    /// Away since the first moment; about to be shown again since the second, if there is one.
    case background(since: Duration, returning: Duration?)
    case terminated
  }

  let timeout: Duration
  private var place = Place.background(since: .zero, returning: nil)
  private var open: Span?

  init(timeout: Duration) { self.timeout = timeout }

  /// When `timePassed(_:)` would end the session, if nothing happens until then.
  var deadline: Duration? {
    guard open != nil, case .background(let since, nil) = place else { return nil }
    return since + timeout
  }

  /// The open session as of now.
  func current(at now: Duration) -> Span? {
    guard var span = open else { return nil }
    if case .foreground(let since, _) = place { span.inForeground += now - since }
    return span
  }

  /// The app is about to be shown. That alone opens nothing, but being away ends here.
  mutating func willShow(at now: Duration) -> [Change] {
    guard case .background(let since, nil) = place else { return [] }
    let changes = timePassed(now)
    place = .background(since: since, returning: now)
    return changes
  }

  /// The app takes input.
  mutating func didBecomeActive(at now: Duration) -> [Change] {
    switch place {
    case .terminated:
      return []
    case .foreground(let since, let isInterrupted):
      if isInterrupted { open?.interruptions += 1 }
      place = .foreground(since: since, isInterrupted: false)
      return []
    case .background(_, let returning):
      var changes = returning == nil ? timePassed(now) : []
      if open == nil {
        let span = Span(start: now)
        open = span
        changes.append(.opened(span))
        place = .foreground(since: now, isInterrupted: false)
      } else {
        place = .foreground(since: returning ?? now, isInterrupted: false)
      }
      return changes
    }
  }

  /// The app takes no input.
  mutating func willResignActive() {
    guard case .foreground(let since, _) = place else { return }
    place = .foreground(since: since, isInterrupted: true)
  }

  /// The app is no longer shown.
  mutating func didEnterBackground(at now: Duration) -> [Change] {
    switch place {
    case .terminated:
      return []
    case .foreground(let since, _):
      open?.inForeground += now - since
      place = .background(since: now, returning: nil)
      return []
    case .background(let since, _):
      // Shown, but never taking input: it has been away all the while.
      place = .background(since: since, returning: nil)
      return timePassed(now)
    }
  }

  /// The process is about to end, and the session with it.
  mutating func willTerminate(at now: Duration) -> [Change] {
    var changes = didEnterBackground(at: now)
    if case .background(let since, _) = place { changes += end(at: since) }
    place = .terminated
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
