public import Foundation
public import LifecycleBus

/// Reports when the user opens the app and when the user has left it, once for each session.
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
/// A session opens when the app is about to be shown or takes input. It continues through an absence
/// shorter than the time-out; after a longer one it ended when the user left. Sleep is an absence, and
/// with the vocabulary `.appKit` to take no input, too.
///
/// An end is reported with the next event after the time-out, most often the return, and has the right
/// date. After a kill the next process reports it, perhaps a second time: compare `session.id`. A second
/// copy of the program has its sessions in memory only.
public final class SessionTracker: AppLifecycleListener {
  /// Called on the main actor with each change of a session.
  public var onChange: (@MainActor (Change) -> Void)?

  private static let savingInterval = Duration.seconds(30)

  private var rules: SessionRules
  private let moment: @MainActor () -> SessionRules.Moment
  private let date: @MainActor () -> Date
  private let file: SessionFile?
  private var hasRead = false
  /// Left open by an earlier process, and not reported yet.
  private var earlier: Session?
  private var lastSave: Duration?

  /// Reads the session that an earlier process left open.
  ///
  /// - Parameters:
  ///   - file: By default `session` in the program's ``StateDirectory``.
  ///   - timeout: How long the user may be away within one session.
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

  /// The open session. In the background it stays open until the time-out.
  public var current: Session? { rules.current(at: moment()) }

  /// Notes that the app is in use now: a session that ends with a kill counts up to the last activity.
  /// It writes at most every 30 seconds.
  public func recordActivity() {
    let now = moment()
    if let lastSave, now.time - lastSave < Self.savingInterval { return }
    save(at: now)
  }

  /// Asks whether it's a Mac's mediator.
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

  /// The file may be protected until the phone is unlocked. Then it's tried again at the next event.
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
  /// One stretch of use: from the moment the user came until the user left for good.
  public struct Session: Identifiable, Equatable, Sendable {
    /// The session's identity.
    public internal(set) var id = UUID()
    /// When the user came.
    public internal(set) var start: Date
    /// When the user left for good, or after a kill the last activity; `nil` while it's open.
    public internal(set) var end: Date?
    /// How long the app was in use.
    public internal(set) var timeInForeground = Duration.zero
  }

  /// A change of a session.
  public enum Change: Equatable, Sendable {
    /// The user opened the app.
    case opened(Session)
    /// The user stayed away for too long, or the app terminated.
    case ended(Session)
  }
}
