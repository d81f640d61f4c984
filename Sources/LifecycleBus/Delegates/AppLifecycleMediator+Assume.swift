extension AppLifecycleMediator {
  /// Takes a state read from the application as the initial state.
  ///
  /// Works once: a second call, a call after `initialState:`, and a call after the first life-cycle
  /// event change nothing. As with `initialState:`, the state is an assumption: a first notification
  /// that contradicts it takes precedence.
  ///
  /// - Returns: Whether the mediator took the state.
  @discardableResult
  func assume(_ state: AppLifecycleState) -> Bool { dispatcher.assume(state) }
}

extension EventDispatcher {
  func assume(_ state: AppLifecycleState) -> Bool {
    guard transitions.position == .notRunning else { return false }
    transitions = AppLifecycleTransitions(initialState: state)
    return true
  }
}

/// The state that an application object reports, on any platform, and the initial state that follows
/// from it.
struct ApplicationReading: Hashable, Sendable {
  /// The state that the application reports.
  enum Claim: CaseIterable, Sendable {
    case active, inactive, background
  }

  var claim: Claim
  /// Whether a scene is in the background; `nil` on systems without scenes.
  var hasBackgroundScene: Bool?

  /// The initial state.
  ///
  /// An app with scenes reports the background until its launch is over, so that this report alone
  /// proves nothing. It counts if a scene is in the background too. Otherwise the app counts as
  /// launched: from there both the foreground and the background can follow.
  var state: AppLifecycleState {
    switch claim {
    case .active: .active
    case .inactive: .inactive
    case .background: hasBackgroundScene == false ? .inactive : .background
    }
  }
}
