/// The state machine of an app's life, as a pure table: where the app stands, and what an event
/// means there.
///
/// It is finer than ``AppLifecycleState``: the public `inactive` is three positions here (launched,
/// entering, resigned), because "foreground" is news to an app that has just launched and nonsense
/// to one that has just resigned.
struct AppLifecycleTransitions: Sendable {
  /// Where the app stands.
  enum Position: CaseIterable, Sendable {
    case notRunning, launched, entering, active, resigned, background, terminated
  }

  /// What a balanced mediator does with an event.
  enum Verdict: Equatable, Sendable {
    /// Relay it, after these steps that nobody posted.
    case relay(missing: [AppLifecycleEvent])
    /// Drop it, and say why.
    case drop(AppLifecycleAnomaly)
  }

  private(set) var position: Position
  /// The position is a caller's reading of the app, and nobody has relied on it yet.
  private var isAssumed: Bool
  /// The process was stopped without a word: the next `willEnterForeground` makes sense, whatever
  /// the position.
  private var hasMissedSuspension = false

  init(initialState: AppLifecycleState = .notRunning) {
    position = Position(initialState)
    isAssumed = initialState != .notRunning
  }

  var state: AppLifecycleState { position.state }

  /// Whether `didFinishLaunching` has happened, heard or not.
  var hasLaunched: Bool { position != .notRunning }

  /// Makes an assumed position a fact, because a listener has been walked to it.
  mutating func confirm() { isAssumed = false }

  /// Notes that the process was stopped and continued, and nobody could be told.
  mutating func missSuspension() { hasMissedSuspension = true }

  /// Moves to where the event leads, whether or not the table likes it.
  mutating func advance(by event: AppLifecycleEvent) {
    guard let next = Position(after: event) else { return }
    position = next
    isAssumed = false
    hasMissedSuspension = false
  }

  /// What to do with an event here.
  ///
  /// A first notification wins over an assumed position: what would have been dropped is relayed as
  /// it is.
  func verdict(on event: AppLifecycleEvent) -> Verdict {
    let verdict = listedVerdict(on: event)
    if isAssumed, case .drop = verdict { return .relay(missing: []) }
    return verdict
  }

  private func listedVerdict(on event: AppLifecycleEvent) -> Verdict {
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

    // Ending a process that never launched starts nothing first: startup work on the way out helps
    // nobody.
    case (.notRunning, .didFinishLaunching), (.notRunning, .willTerminate):
      return .relay(missing: [])
    case (.notRunning, _):
      return .relay(missing: [.didFinishLaunching])

    case (.launched, .willEnterForeground),
      (.launched, .didBecomeActive), (.entering, .didBecomeActive), (.resigned, .didBecomeActive),
      (.launched, .willResignActive), (.entering, .willResignActive), (.active, .willResignActive),
      (.launched, .didEnterBackground), (.entering, .didEnterBackground),
      (.resigned, .didEnterBackground),
      (.background, .willEnterForeground), (.background, .willTerminate):
      return .relay(missing: [])

    case (.background, .didBecomeActive):
      return .relay(missing: [.willEnterForeground])
    case (.active, .didEnterBackground):
      return .relay(missing: [.willResignActive])
    // didEnterBackground is where listeners save, so nobody is terminated without having heard it.
    case (.active, .willTerminate):
      return .relay(missing: [.willResignActive, .didEnterBackground])
    case (.launched, .willTerminate), (.entering, .willTerminate), (.resigned, .willTerminate):
      return .relay(missing: [.didEnterBackground])

    default:
      return .drop(.unexpected(event, state: state))
    }
  }

  /// The up events, in order, that bring a listener who has heard nothing to this position.
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
  /// The position that a public state stands for: the one that allows most.
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
