public import Foundation
public import LifecycleBus

/// Reports when the user opens the app and when the user has left it, once for each session.
///
/// ```swift
/// let sessions = SessionTracker()
/// sessions.onChange = { change in
///   switch change {
///   case .opened(let session): analytics.opened(session.id)
///   case .ended(let session): analytics.ended(session.id, after: session.timeInForeground)
///   }
/// }
/// mediator.attach(sessions, replay: .state)
/// ```
///
/// A session opens when the app takes input, so a launch in the background or ahead of time
/// (prewarming) opens none. It goes on through interruptions, Control Center among them, and
/// through an absence shorter than the time-out. After a longer one it has ended at the moment the
/// app went to the background. `willTerminate` ends it at once.
///
/// The end is reported when the time-out is over, or when the app comes back later, if the process was
/// suspended until then. A process that is killed in the background reports no end.
///
/// Everything happens on the main actor. From inside a callback you may attach, detach and post.
/// Detaching or freeing the tracker reports no end; freeing it finishes its streams.
public final class SessionTracker: AppLifecycleListener {
  /// Called on the main actor with each opening and each end.
  public var onChange: (@MainActor (Session.Change) -> Void)?

  private var rules: SessionRules
  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration
  private let date: @MainActor () -> Date
  private let makeID: @MainActor () -> UUID
  /// The open session's identity and start date.
  private var identity: (id: UUID, start: Date)?
  private var timer: (deadline: Duration, task: Task<Void, Never>)?
  private let streams = StreamList<Session.Change>()
  private var isOver = false

  /// Makes a tracker that has seen nothing.
  ///
  /// - Parameters:
  ///   - timeout: How long the app may be away within one session.
  ///   - clock: Measures the time-out. The default goes on while the device sleeps.
  ///   - date: Returns the current date.
  ///   - makeID: Makes a session's identity.
  public init(
    timeout: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @MainActor () -> Date = { Date() },
    makeID: @escaping @MainActor () -> UUID = { UUID() }
  ) {
    rules = SessionRules(timeout: timeout)
    self.clock = clock
    self.date = date
    self.makeID = makeID
    elapsed = Self.stopwatch(clock)
  }

  deinit { timer?.task.cancel() }

  /// The open session as of now; `nil` while none is open. It stays open in the background until
  /// the time-out is over.
  public var current: Session? {
    rules.current(at: elapsed()).flatMap(session)
  }

  /// The openings and ends from now on, for a loop.
  ///
  /// Each call makes a stream of its own, and every stream gets every change, in order. It finishes
  /// after `willTerminate` and when the tracker is released. The loop runs after the relay, not inside it.
  public func changes() -> AsyncStream<Session.Change> {
    isOver ? AsyncStream { $0.finish() } : streams.makeStream()
  }

  /// Applies the event to the session.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let now = elapsed()
    switch event {
    case .willEnterForeground: apply(rules.willShow(at: now))
    case .didBecomeActive: apply(rules.didBecomeActive(at: now))
    case .willResignActive: rules.willResignActive()
    case .didEnterBackground: apply(rules.didEnterBackground(at: now))
    case .willTerminate:
      apply(rules.willTerminate(at: now))
      isOver = true
      streams.finish()
    default: return
    }
    setTimer()
  }

  private func apply(_ changes: [SessionRules.Change]) {
    for change in changes {
      switch change {
      case .opened(let span):
        identity = (makeID(), date())
        report(session(span).map(Session.Change.opened))
      case .ended(let span):
        let session = session(span)
        identity = nil
        report(session.map(Session.Change.ended))
      }
    }
  }

  private func report(_ change: Session.Change?) {
    guard let change else { return }
    streams.yield(change)
    onChange?(change)
  }

  private func session(_ span: SessionRules.Span) -> Session? {
    guard let identity else { return nil }
    return Session(
      id: identity.id, start: identity.start,
      end: span.end.map { identity.start + ($0 - span.start) / .seconds(1) },
      timeInForeground: span.inForeground, interruptions: span.interruptions)
  }

  /// Schedules the report of a session's end for its deadline.
  private func setTimer() {
    let deadline = rules.deadline
    guard deadline != timer?.deadline else { return }
    timer?.task.cancel()
    timer = deadline.map { deadline in
      let left = deadline - elapsed()
      let task = Task { [weak self, clock] in
        guard (try? await clock.sleep(for: left)) != nil, !Task.isCancelled else { return }
        self?.deadlinePassed()
      }
      return (deadline, task)
    }
  }

  private func deadlinePassed() {
    timer = nil
    apply(rules.timePassed(elapsed()))
    setTimer()
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
