/// The state machine of an app's life cycle, as a pure table.
///
/// The public `inactive` is three positions here, because `willEnterForeground` is legal right
/// after the launch and not after `willResignActive`.
struct AppLifecycleTransitions: Sendable {
  enum Position: CaseIterable, Sendable {
    case notRunning, launched, entering, active, resigned, background, terminated
  }

  enum Certainty: Sendable {
    /// A caller has given the position as the initial state.
    case assumed
    /// A listener received the launch; the rest is assumed.
    case launched
    /// Events have led to the position, or a listener received a replay up to it.
    case known
  }

  private(set) var position: Position
  private(set) var certainty: Certainty
  /// The process was stopped before it could post its suspension, so the next `willEnterForeground`
  /// is legal.
  private(set) var hasMissedSuspension = false

  init(initialState: AppLifecycleState = .notRunning) {
    position = Position(initialState)
    certainty = initialState == .notRunning ? .known : .assumed
  }

  var state: AppLifecycleState { position.state }

  var hasLaunched: Bool { position != .notRunning }

  /// Makes an assumed position a fact, because a listener received a replay.
  mutating func confirm(launchOnly: Bool) {
    if certainty == .known { return }
    certainty = launchOnly ? .launched : .known
  }

  mutating func missSuspension() { hasMissedSuspension = true }

  /// Moves to the position that the event leads to, even if the table would drop the event.
  mutating func advance(by event: AppLifecycleEvent) {
    guard let next = Position(after: event) else { return }
    position = next
    certainty = .known
    hasMissedSuspension = false
  }
}

extension AppLifecycleTransitions.Position {
  /// Of several positions, the one in which most events are legal.
  init(_ state: AppLifecycleState) {
    switch state {
    case .notRunning: self = .notRunning
    case .inactive: self = .launched
    case .active: self = .active
    case .background: self = .background
    case .terminated: self = .terminated
    }
  }

  /// `nil` for a condition.
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
