/// The scenes that have had an event.
@MainActor
final class KnownScenes {
  private var scenes: [AppSceneID: KnownScene] = [:]

  private struct KnownScene {
    /// Weak, so that we notice a scene that was freed without being disconnected: another one may
    /// get its address.
    weak var object: AnyObject?
    let state: AppSceneState
  }

  var connectedCount: Int { scenes.values.count { $0.object != nil } }

  var visibleCount: Int { scenes.values.count { $0.object != nil && $0.state.isVisible } }

  /// Returns what the listeners receive.
  func note(_ event: AppSceneEvent, of scene: AnyObject) -> AppSceneContext {
    scenes = scenes.filter { $0.value.object != nil }

    let id = AppSceneID(scene)
    let previous = scenes[id]?.state ?? .disconnected
    let state = event.resultingState ?? previous
    if state == .disconnected {
      scenes[id] = nil
    } else {
      scenes[id] = KnownScene(object: scene, state: state)
    }

    return AppSceneContext(
      event: event, id: id, scene: scene, state: state, previousState: previous,
      visibleSceneCount: visibleCount)
  }
}
