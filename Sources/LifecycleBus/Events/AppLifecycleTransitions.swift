/// The state machine of an app's life cycle, as a pure table: the position of the app, and which
/// events are legal there.
///
/// It is finer than ``AppLifecycleState``: the public `inactive` is three positions here (launched,
/// entering, resigned), because `willEnterForeground` is legal right after the launch and not after
/// `willResignActive`.
struct AppLifecycleTransitions: Sendable {
  /// The position of the app.
  enum Position: CaseIterable, Sendable {
    case notRunning, launched, entering, active, resigned, background, terminated
  }

  /// How much of the position is known.
  enum Certainty: Sendable {
    /// A caller has given it as the initial state.
    case assumed
    /// The launch is a fact, because a listener received it; the rest is assumed.
    case launched
    /// The position is a fact: events have led there, or a listener received a replay up to it.
    case known
  }

  private(set) var position: Position
  private(set) var certainty: Certainty
  /// The process was stopped before it could post that, so the next `willEnterForeground` is legal
  /// in any position.
  private(set) var hasMissedSuspension = false

  init(initialState: AppLifecycleState = .notRunning) {
    position = Position(initialState)
    certainty = initialState == .notRunning ? .known : .assumed
  }

  var state: AppLifecycleState { position.state }

  /// Whether `didFinishLaunching` has happened, received or not.
  var hasLaunched: Bool { position != .notRunning }

  /// Makes an assumed position a fact, because a listener received a replay.
  ///
  /// - Parameter launchOnly: Whether the replay was of the launch only.
  mutating func confirm(launchOnly: Bool) {
    if certainty == .known { return }
    certainty = launchOnly ? .launched : .known
  }

  /// Notes that the process was stopped and continued, and could not post that.
  mutating func missSuspension() { hasMissedSuspension = true }

  /// Moves to the position that the event leads to, also where the table would drop the event.
  mutating func advance(by event: AppLifecycleEvent) {
    guard let next = Position(after: event) else { return }
    position = next
    certainty = .known
    hasMissedSuspension = false
  }
}

extension AppLifecycleTransitions.Position {
  /// The position for a public state: of several, the one in which most events are legal.
  init(_ state: AppLifecycleState) {
    switch state {
    case .notRunning: self = .notRunning
    case .inactive: self = .launched
    case .active: self = .active
    case .background: self = .background
    case .terminated: self = .terminated
    }
  }

  /// The position that an event leads to; `nil` for a condition.
  init?(after event: AppLifecycleEvent) {
    switch event {
    case .didFinishLaunching: self = .launched
    case .willEnterForeground: self = .entering
    case .didBecomeActive: self = .active
    case .willResignActive: self = .resigned
    case .didEnterBackground: self = .background
    case .willTerminate: self = .terminated
    default: return nil
    }
  }

  var state: AppLifecycleState {
    switch self {
    case .notRunning: .notRunning
    case .launched, .entering, .resigned: .inactive
    case .active: .active
    case .background: .background
    case .terminated: .terminated
    }
  }
}
