import Foundation
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
/// A session opens when the app is about to be shown or takes input. It goes on through
/// interruptions, and through an absence shorter than the time-out. After a longer absence it ended
/// when the user left. Sleep of the machine is an absence like the background. `willTerminate` ends
/// the session at once. With the vocabulary `.appKit`, an app that takes no input is away.
///
/// Nothing wakes the app to tell an end: it is reported with the next event after the time-out,
/// which is most often the return, and has the right date. The open session is kept in a file: after
/// a kill the next process continues the session, if the user comes back in time, and otherwise
/// reports its end. Around a kill an end may be reported twice; compare `session.id`. A second copy
/// of the program keeps its sessions in memory.
///
/// Everything happens on the main actor. Detaching the tracker reports no end.
public final class SessionTracker: AppLifecycleListener {
  /// Called on the main actor with each change of a session.
  public var onChange: (@MainActor (Change) -> Void)?

  private static let savingInterval = Duration.seconds(30)

  private var rules: SessionRules
  private let moment: @MainActor () -> SessionRules.Moment
  private let date: @MainActor () -> Date
  private let file: SessionFile?
  private var hasRead = false
  private var lastSave: Duration?

  /// Makes a tracker, which continues the session that an earlier process left open.
  ///
  /// - Parameters:
  ///   - storage: Where the open session is kept.
  ///   - timeout: How long the user may be away within one session.
  public convenience init(_ storage: Storage = .standard, timeout: Duration = .seconds(30)) {
    let (time, awake) = (Stopwatch(ContinuousClock()), Stopwatch(SuspendingClock()))
    self.init(
      storage, timeout: timeout, moment: { .init(time: time.elapsed, awake: awake.elapsed) },
      date: { Date() })
  }

  init(
    _ storage: Storage, timeout: Duration, moment: @escaping @MainActor () -> SessionRules.Moment,
    date: @escaping @MainActor () -> Date
  ) {
    rules = SessionRules(timeout: timeout)
    self.moment = moment
    self.date = date
    file = SessionFile(storage)
    read(at: moment())
  }

  /// The open session, if there is one. In the background it is open until the time-out is over.
  public var current: Session? { rules.current(at: moment()) }

  /// Notes that the app is in use now, because a session that ends with a kill counts up to the
  /// last activity.
  ///
  /// Call it as often as you like: it writes at most every 30 seconds.
  public func recordActivity() {
    let now = moment()
    if let lastSave, now.time - lastSave < Self.savingInterval { return }
    save(at: now)
  }

  /// Looks up what a background is there.
  public func onAttach(to mediator: AppLifecycleMediator) {
    rules.presence.attach(to: mediator)
  }

  /// Applies the event to the session.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let now = moment()
    read(at: now)
    let (changes, isTurn) = rules.take(context, at: now) { Session(start: date()) }
    // Reported before it is saved: a kill in between repeats an end, and loses none.
    for change in changes { onChange?(change) }
    if isTurn || !changes.isEmpty { save(at: now) }
  }

  /// Reads the file, which may be protected until the user has unlocked the phone.
  private func read(at now: SessionRules.Moment) {
    guard !hasRead, let file else { return }
    do {
      let found = try file.read()
      hasRead = true
      if let found, !rules.restore(found, at: now, on: date()) { onChange?(.ended(found)) }
    } catch {
      // It is tried again at the next event.
    }
  }

  private func save(at now: SessionRules.Moment) {
    // What could not be read yet is not replaced.
    guard hasRead else { return }
    lastSave = now.time
    file?.write(rules.kept(at: now))
  }
}
