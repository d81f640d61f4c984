/// The state machine of an app's life cycle, as a pure table.
///
/// `inactive` is three positions here: `willEnterForeground` is legal after the launch, but not
/// after `willResignActive`.
struct AppLifecycleTransitions: Sendable {
  enum Position: CaseIterable, Sendable {
    case notRunning, launched, entering, active, resigned, background, terminated
  }

  enum Certainty: Sendable {
    /// It was given by `initialState:` or `assumeState(of:)`.
    case assumed
    /// A listener has heard the launch; the rest is assumed.
    case launched
    /// Events or a replay have led here.
    case known
  }

  private(set) var position: Position
  private(set) var certainty: Certainty
  private var hasBeenShown: Bool

  init(initialState: AppLifecycleState = .notRunning) {
    position = Position(initialState)
    certainty = initialState == .notRunning ? .known : .assumed
    hasBeenShown = initialState == .active
  }

  var state: AppLifecycleState { position.state }

  var isInForeground: Bool { hasBeenShown && state >= .inactive }

  var hasLaunched: Bool { position != .notRunning }

  /// A listener has acted on the assumption, which makes it a fact.
  mutating func confirm(launchOnly: Bool) {
    if certainty == .known { return }
    certainty = launchOnly ? .launched : .known
  }

  /// `.asPosted` also delivers what the table would drop.
  mutating func advance(by event: AppLifecycleEvent) {
    guard let next = Position(after: event) else { return }
    position = next
    certainty = .known
    if next == .entering || next == .active {
      hasBeenShown = true
    }
  }
}

extension AppLifecycleTransitions.Position {
  /// The first of several positions, where most events are legal.
  init(_ state: AppLifecycleState) {
    self = Self.allCases.first { $0.state == state } ?? .notRunning
  }

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

extension AppLifecycleTransitions {
  enum Decision: Equatable, Sendable {
    case relay(missing: [AppLifecycleEvent])
    case drop(AppLifecycleAnomaly)
  }

  /// A first notification wins over an assumed position.
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

  /// The shortest way here.
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
