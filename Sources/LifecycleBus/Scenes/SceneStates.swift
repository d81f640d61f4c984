/// The scenes of the app and the state of each: a pure value, independent of notifications.
///
/// Each event is accepted, because a mediator may be made when scenes exist already: a scene is
/// known from its first event on.
struct SceneStates<ID: Hashable> {
  private var states: [ID: AppSceneState] = [:]

  var connectedCount: Int { states.count }
  var visibleCount: Int { states.values.count(where: \.isVisible) }

  /// Notes an event, and returns the scene's state before it.
  mutating func note(_ event: AppSceneEvent, of scene: ID) -> AppSceneState {
    let state = event.resultingState
    let previous = states[scene] ?? .disconnected
    states[scene] = state == .disconnected ? nil : state
    return previous
  }

  /// Forgets a scene that was freed without an event.
  mutating func forget(_ scene: ID) { states[scene] = nil }
}
