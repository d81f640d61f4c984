public import Foundation
public import LifecycleBus

/// Reports when the user opens the app and when the user has left it, once for each session.
///
/// ```swift
/// let sessions = SessionTracker()
/// sessions.onChange = { change in
///   switch change {
///   case .opened(let session), .continued(let session): analytics.use(session.id)
///   case .ended(let session): analytics.ended(session.id, after: session.timeInForeground)
///   }
/// }
/// mediator.attach(sessions, replay: .state)
/// ```
///
/// A session opens when the app takes input. It goes on through interruptions, and through an
/// absence shorter than the time-out. After a longer absence it ended when the app went to the
/// background. `willTerminate` ends it at once. With the vocabulary `.appKit`, an app that takes no
/// input is away.
///
/// The end is reported when the time-out is over, or when a suspended app comes back. The open
/// session is kept in a file: after a kill the next process continues the session, if the user
/// comes back in time, and otherwise reports its end. Around a kill an end may be reported twice;
/// compare `session.id`. A second copy of the program keeps its sessions in memory.
///
/// Everything happens on the main actor. Detaching the tracker reports no end.
public final class SessionTracker: AppLifecycleListener {
  /// Called on the main actor with each change of a session.
  public var onChange: (@MainActor (Change) -> Void)?

  private var rules: SessionRules
  private var mediators = AttachedMediators()
  private let clock: any Clock<Duration>
  private let stopwatch: Stopwatch
  private let date: @MainActor () -> Date
  private let makeID: @MainActor () -> UUID
  let store: SessionStore?
  private var identity: (id: UUID, start: Date)?
  private var timers: [(time: Duration, task: Task<Void, Never>)] = []
  private var isOver = false

  /// Makes a tracker, which continues the session that an earlier process left open.
  ///
  /// - Parameters:
  ///   - storage: Where the open session is kept.
  ///   - timeout: How long the app may be away within one session.
  ///   - maximumLength: The longest session; `nil` for no limit.
  ///   - clock: Measures the time-out; the default goes on while the device sleeps.
  ///   - date: Returns the current date.
  ///   - makeID: Makes a session's identity.
  public init(
    _ storage: Storage = .standard, timeout: Duration = .seconds(30),
    maximumLength: Duration? = .seconds(24 * 3600),
    clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @MainActor () -> Date = { Date() },
    makeID: @escaping @MainActor () -> UUID = { UUID() }
  ) {
    rules = SessionRules(timeout: timeout, maximumLength: maximumLength)
    self.clock = clock
    self.date = date
    self.makeID = makeID
    stopwatch = Stopwatch(clock)
    store = SessionStore(storage)
    if let entry = store?.saver.state.session { restore(entry) }
    store?.saver.onRestore = { [weak self] in self?.restoreLate($0, $1) ?? $1 }
  }

  deinit {
    for timer in timers { timer.task.cancel() }
  }

  /// The open session, if there is one. In the background it is open until the time-out is over.
  public var current: Session? {
    let now = stopwatch.elapsed
    if let deadline = rules.deadline, deadline <= now { return nil }
    return rules.current(at: now).flatMap(session)
  }

  /// Notes that the app is in use now, because a session that ends with a kill counts up to the
  /// last activity.
  public func recordActivity() {
    save()
  }

  /// Keeps the mediator weakly, to save under a hold.
  public func onAttach(to mediator: AppLifecycleMediator) {
    mediators.add(mediator)
    store?.saver.onAttach(to: mediator)
  }

  /// Applies the event to the session.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let now = stopwatch.elapsed
    switch event {
    case .willEnterForeground where !mediators.areOfMac: apply(rules.willShow(at: now))
    case .didBecomeActive: apply(rules.didBecomeActive(at: now))
    case .willResignActive where !mediators.areOfMac: rules.willResignActive()
    case .didEnterBackground, .willResignActive: apply(rules.didEnterBackground(at: now))
    case .willTerminate: apply(rules.willTerminate(at: now))
    default: apply(rules.timePassed(now))
    }
    save(after: event)
    setTimer()
    guard event == .willTerminate else { return }
    isOver = true
    cancelTimers { _ in true }
  }

  private func apply(_ changes: [SessionRules.Change]) {
    for change in changes {
      switch change {
      case .opened(let span):
        identity = (makeID(), date())
        report(span, Change.opened)
      case .continued(let span):
        report(span, Change.continued)
      case .ended(let span):
        report(span, Change.ended)
      }
    }
  }

  private func report(_ span: SessionRules.Span, _ change: (Session) -> Change) {
    guard let session = session(span) else { return }
    if session.end != nil { identity = nil }
    onChange?(change(session))
  }

  private func session(_ span: SessionRules.Span) -> Session? {
    guard let identity else { return nil }
    return Session(
      id: identity.id, start: identity.start,
      end: span.end.map { identity.start + ($0 - span.start) / .seconds(1) },
      timeInForeground: span.inForeground, interruptions: span.interruptions)
  }

  /// Schedules the report of a session's end for its deadline.
  ///
  /// A later timer stays, because the runtime keeps a cancelled sleep until its time.
  private func setTimer() {
    guard let deadline = rules.deadline else { return }
    cancelTimers { $0 < deadline }
    if timers.contains(where: { $0.time == deadline }) { return }
    let timer = Task.after(deadline - stopwatch.elapsed, on: clock) { [weak self] in
      self?.timePassed(deadline)
    }
    timers.append((deadline, timer))
  }

  private func cancelTimers(where isObsolete: (Duration) -> Bool) {
    for timer in timers where isObsolete(timer.time) { timer.task.cancel() }
    timers.removeAll { isObsolete($0.time) }
  }

  private func timePassed(_ time: Duration) {
    cancelTimers { $0 == time }
    apply(rules.timePassed(stopwatch.elapsed))
    save()
    setTimer()
  }

  // MARK: Storage

  private func restore(_ entry: Session) {
    let (span, lastActivity) = entry.span(at: date())
    rules.restore(span, lastActivity: lastActivity)
    identity = (entry.id, entry.start)
  }

  private func restoreLate(
    _ found: SessionStore.Contents, _ present: SessionStore.Contents
  ) -> SessionStore.Contents {
    guard let entry = found.session else { return present }
    if identity == nil, !isOver {
      restore(entry)
      return found
    }
    onChange?(.ended(entry))
    return present
  }

  private func save(after event: AppLifecycleEvent? = nil) {
    guard let saver = store?.saver else { return }
    let now = stopwatch.elapsed
    saver.state.session = rules.current(at: now).flatMap { span in
      var span = span
      span.end = rules.lastActivity(at: now)
      return session(span)
    }
    switch event {
    case .didBecomeActive, .willResignActive, .didFinishLaunching, nil: saver.saveSoon(after: .zero)
    case .didEnterBackground: saver.onAppDidEnterBackground()
    case .willTerminate: saver.onAppWillTerminate()
    case .protectedDataDidBecomeAvailable: saver.onAppProtectedDataDidBecomeAvailable()
    default: break
    }
  }
}
