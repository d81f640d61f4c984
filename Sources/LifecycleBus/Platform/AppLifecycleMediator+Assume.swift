extension AppLifecycleMediator {
  /// Starts from a state that somebody has read off the application, unless something was heard
  /// first.
  ///
  /// Once: a second reading, one after `initialState:`, and one after a first life-cycle event
  /// change nothing. It is an assumption, as with `initialState:`: a first notification that
  /// contradicts it wins.
  ///
  /// - Returns: Whether the reading was taken.
  @discardableResult
  func assume(_ state: AppLifecycleState) -> Bool { relay.assume(state) }
}

extension Relay {
  func assume(_ state: AppLifecycleState) -> Bool {
    guard transitions.position == .notRunning else { return false }
    transitions = AppLifecycleTransitions(initialState: state)
    return true
  }
}

/// What an application object says of itself, on any platform, and what that is worth.
struct ApplicationReading: Hashable, Sendable {
  /// What the application says.
  enum Claim: CaseIterable, Sendable {
    case active, inactive, background
  }

  var claim: Claim
  /// Whether a scene says that it is in the background; `nil` on systems without scenes.
  var hasBackgroundScene: Bool?

  /// The state to start from.
  ///
  /// An app with scenes says "background" all through its launch, so that alone proves nothing. It
  /// is taken for a fact if a scene says the same; else the app counts as launched, from where it
  /// may go to the foreground as well as to the background.
  var state: AppLifecycleState {
    switch claim {
    case .active: .active
    case .inactive: .inactive
    case .background: hasBackgroundScene == false ? .inactive : .background
    }
  }
}
