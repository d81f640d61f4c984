/// Which scenes there are and where each stands: a pure value that knows no notifications.
///
/// It takes every event as it comes, since a mediator may be made when scenes are there already: a
/// scene that was not known is known from its first event on.
struct SceneLedger<ID: Hashable> {
  private var states: [ID: AppSceneState] = [:]

  var connectedCount: Int { states.count }
  var visibleCount: Int { states.values.count(where: \.isVisible) }

  /// Notes an event, and returns where the scene stood before.
  mutating func note(_ event: AppSceneEvent, of scene: ID) -> AppSceneState {
    let state = event.resultingState
    let previous = states[scene] ?? .disconnected
    states[scene] = state == .disconnected ? nil : state
    return previous
  }

  /// Forgets a scene that has gone without a word.
  mutating func forget(_ scene: ID) { states[scene] = nil }
}
