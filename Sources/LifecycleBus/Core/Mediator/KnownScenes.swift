/// The scenes that have had an event.
@MainActor
final class KnownScenes {
  private var scenes: [KnownScene] = []

  private struct KnownScene {
    /// Weak, so that we notice a scene that was freed without being disconnected: another one may
    /// get its address.
    weak var object: AnyObject?
    var state: AppSceneState
  }

  /// Returns what the listeners receive.
  func note(_ event: AppSceneEvent, of scene: AnyObject) -> AppSceneContext {
    let previous = takeState(of: scene) ?? .disconnected
    let state = event.resultingState ?? previous
    if state != .disconnected {
      scenes.append(KnownScene(object: scene, state: state))
    }

    return AppSceneContext(
      event: event, id: AppSceneID(scene), scene: scene, state: state, previousState: previous,
      visibleSceneCount: visibleCount)
  }

  /// Forgets the scene, and those that were freed.
  private func takeState(of scene: AnyObject) -> AppSceneState? {
    var state: AppSceneState?
    var others: [KnownScene] = []

    for known in scenes {
      if known.object === scene {
        state = known.state
      } else if known.object != nil {
        others.append(known)
      }
    }
    scenes = others
    return state
  }

  private var visibleCount: Int { scenes.count { $0.state.isVisible } }
}
