public import Foundation
public import LifecycleBus

/// Reports when the user opens the app and when the user has left it, for example for analytics.
///
/// ```swift
/// let sessions = SessionTracker()
/// sessions.onChange = { change in
///   switch change {
///   case .opened(let session): analytics.use(session.id)
///   case .ended(let session): analytics.ended(session.id, after: session.timeInForeground)
///   }
/// }
/// mediator.attach(sessions, replay: .state)
/// ```
///
/// A session opens when the app is about to be shown or becomes active. It continues through
/// interruptions such as a phone call, and through an absence that is shorter than the time-out.
/// After a longer absence, the session counts as ended at the moment when the user left. The user
/// also counts as absent while the machine sleeps and, with the vocabulary `.appKit`, while the app
/// isn't active.
///
/// A suspended app can't report anything. So an end is reported with the next event after the
/// time-out, most often the user's return, but it has the right date. If the app is killed, the
/// next run reports the end. It may be the second report, so compare `session.id`. A second copy of
/// the program doesn't save its sessions.
public final class SessionTracker: AppLifecycleListener {
  /// Called on the main actor when a session opens or ends.
  public var onChange: (@MainActor (Change) -> Void)?

  private static let savingInterval = Duration.seconds(30)

  private var rules: SessionRules
  private let moment: @MainActor () -> SessionRules.Moment
  private let date: @MainActor () -> Date
  private let file: SessionFile?
  private var hasRead = false
  private var earlier: Session?
  private var lastSave: Duration?

  /// Makes a tracker, and reads the session that an earlier run has left open.
  ///
  /// - Parameters:
  ///   - file: The file in which the open session is saved; by default `session` in the program's
  ///     ``StateDirectory``.
  ///   - timeout: How long the user may be away before the session ends.
  public convenience init(file: URL? = nil, timeout: Duration = .seconds(30)) {
    let time = Stopwatch(ContinuousClock())
    let awake = Stopwatch(SuspendingClock())
    self.init(
      file: file, timeout: timeout, moment: { .init(time: time.elapsed, awake: awake.elapsed) },
      date: { Date() })
  }

  init(
    file: URL?, timeout: Duration, moment: @escaping @MainActor () -> SessionRules.Moment,
    date: @escaping @MainActor () -> Date
  ) {
    rules = SessionRules(timeout: timeout)
    self.moment = moment
    self.date = date
    self.file = SessionFile(file)
    read()
  }

  /// The open session. When the user has left, it stays open until the time-out.
  public var current: Session? { rules.current(at: moment()) }

  /// Records that the app is in use. Call it when the user does something.
  ///
  /// If the app is killed, its session counts as ended at the last recorded activity. You can call
  /// this often: it writes at most once every 30 seconds.
  public func recordActivity() {
    let now = moment()
    if let lastSave, now.time - lastSave < Self.savingInterval { return }
    save(at: now)
  }

  /// Looks up which vocabulary the mediator has.
  public func onAttach(to mediator: AppLifecycleMediator) {
    rules.presence.attach(to: mediator)
  }

  /// Applies the event to the session.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let now = moment()
    read()

    var (changes, hasUserMoved) = rules.take(context, at: now) { Session(start: date()) }
    if let earlier {
      changes.insert(.ended(earlier), at: 0)
    }

    // Reported before it's saved: a kill in between repeats an end, and loses none.
    for change in changes {
      onChange?(change)
    }
    earlier = nil
    if hasUserMoved || !changes.isEmpty {
      save(at: now)
    }
  }

  /// A file that is protected until the phone is unlocked is read at a later event.
  private func read() {
    guard !hasRead, let file else { return }
    do {
      earlier = try file.read()
      hasRead = true
    } catch {
      // It can't be read yet.
    }
  }

  private func save(at now: SessionRules.Moment) {
    // What wasn't read and reported yet isn't replaced.
    guard hasRead, earlier == nil else { return }

    lastSave = now.time
    file?.write(rules.forNextProcess(at: now))
  }
}

extension SessionTracker {
  /// One stretch of use, from the moment the user came until the user left for good.
  public struct Session: Identifiable, Equatable, Sendable {
    /// The session's identity.
    public internal(set) var id = UUID()
    /// When the user came.
    public internal(set) var start: Date
    /// When the user left for good; `nil` while the session is open. If the app was killed, it's
    /// the last recorded activity.
    public internal(set) var end: Date?
    /// How long the app was in use, not counting absences.
    public internal(set) var timeInForeground = Duration.zero
  }

  /// A change of a session.
  public enum Change: Equatable, Sendable {
    /// The user opened the app.
    case opened(Session)
    /// The user stayed away longer than the time-out, or the app terminated.
    case ended(Session)
  }
}
