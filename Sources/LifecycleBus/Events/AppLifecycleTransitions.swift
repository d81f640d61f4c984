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

  /// What a balanced mediator does with an event.
  enum Decision: Equatable, Sendable {
    /// Relay it, after these steps that were not posted.
    case relay(missing: [AppLifecycleEvent])
    /// Drop it, for this reason.
    case drop(AppLifecycleAnomaly)
  }

  /// How much of the position is known.
  private enum Certainty: Sendable {
    /// A caller has given it as the initial state.
    case assumed
    /// The launch is a fact, because a listener received it; the rest is assumed.
    case launched
    /// The position is a fact: events have led there, or a listener received a replay up to it.
    case known
  }

  private(set) var position: Position
  private var certainty: Certainty
  /// The process was stopped before it could post that, so the next `willEnterForeground` is legal
  /// in any position.
  private var hasMissedSuspension = false

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

  /// Decides about an event in the current position.
  ///
  /// A first notification wins over an assumed position: what would have been dropped is relayed as
  /// it is.
  func decision(on event: AppLifecycleEvent) -> Decision {
    // An app that posts events has not terminated, so the assumption is void.
    if certainty == .assumed, position == .terminated {
      return AppLifecycleTransitions().tableDecision(on: event)
    }
    let decision = tableDecision(on: event)
    guard case .drop = decision else { return decision }
    return switch certainty {
    case .known: decision
    case .launched: event == .didFinishLaunching ? decision : .relay(missing: [])
    case .assumed: .relay(missing: [])
    }
  }

  private func tableDecision(on event: AppLifecycleEvent) -> Decision {
    switch (position, event) {
    case (.terminated, _):
      return .drop(.afterTermination(event))
    case (_, _) where event.direction == .none:
      return .relay(missing: [])
    case (.active, .willEnterForeground) where hasMissedSuspension:
      return .relay(missing: [.willResignActive, .didEnterBackground])
    case (.entering, .willEnterForeground) where hasMissedSuspension,
      (.resigned, .willEnterForeground) where hasMissedSuspension:
      return .relay(missing: [.didEnterBackground])
    case (_, _) where Position(after: event) == position:
      return .drop(.duplicate(event))

    // No launch is synthesized before the end of a process that never launched, because startup
    // work would be wasted there.
    case (.notRunning, .didFinishLaunching), (.notRunning, .willTerminate):
      return .relay(missing: [])
    case (.notRunning, _):
      return .relay(missing: [.didFinishLaunching])

    // willResignActive is legal after didBecomeActive only: a listener that tears down there must
    // have set up before.
    case (.launched, .willEnterForeground),
      (.launched, .didBecomeActive), (.entering, .didBecomeActive), (.resigned, .didBecomeActive),
      (.active, .willResignActive),
      (.launched, .didEnterBackground), (.entering, .didEnterBackground),
      (.resigned, .didEnterBackground),
      (.background, .willEnterForeground), (.background, .willTerminate):
      return .relay(missing: [])

    case (.background, .didBecomeActive):
      return .relay(missing: [.willEnterForeground])
    case (.active, .didEnterBackground):
      return .relay(missing: [.willResignActive])
    // didEnterBackground is where listeners save, so it comes before each end in the foreground.
    case (.active, .willTerminate):
      return .relay(missing: [.willResignActive, .didEnterBackground])
    case (.launched, .willTerminate), (.entering, .willTerminate), (.resigned, .willTerminate):
      return .relay(missing: [.didEnterBackground])

    default:
      return .drop(.unexpected(event, state: state))
    }
  }

  /// The events, in order, that lead a new listener to this position: up events, and in the
  /// background `didEnterBackground` after the launch.
  var replay: [AppLifecycleEvent] {
    switch position {
    case .notRunning, .terminated: []
    case .launched: [.didFinishLaunching]
    case .entering, .resigned: [.didFinishLaunching, .willEnterForeground]
    case .active: [.didFinishLaunching, .willEnterForeground, .didBecomeActive]
    case .background: [.didFinishLaunching, .didEnterBackground]
    }
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
