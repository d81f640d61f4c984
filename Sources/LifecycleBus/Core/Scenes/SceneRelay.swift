/// Delivers scene events. It has the place of the mediator's subscriber, so that scene events and
/// app events keep their order.
@MainActor
final class SceneRelay: BusSubscriber {
  let scenes = KnownScenes()
  private unowned let relay: EventRelay

  /// The events by their code on the bus.
  static let events = AppSceneEvent.allCases

  init(of relay: EventRelay) {
    self.relay = relay
    super.init(inPlaceOf: relay)
  }

  override func receive(_ code: Int, _ post: Post) {
    let event = Self.events[code]
    guard post.isOffMain else { return deliver(event, post) }
    EventQueue.shared.push(Work { self.deliver(event, post) })
    relay.report(.scenePostedOffMain(event))
  }

  private func deliver(_ event: AppSceneEvent, _ post: Post) {
    guard let object = post.object, type(of: object) is AnyClass else {
      return relay.report(.sceneMissing(event))
    }
    let isMirrored = event.direction == .down && relay.policy.order == .mirrored
    let context = scenes.note(event, of: object as AnyObject)
    EventQueue.shared.push(
      SceneDelivery(event, context, to: relay.store, isMirrored: isMirrored))
  }
}

private final class SceneDelivery: Delivery {
  private let event: AppSceneEvent
  private let scene: AppSceneContext
  private let isMirrored: Bool

  init(
    _ event: AppSceneEvent, _ scene: AppSceneContext, to store: ListenerStore, isMirrored: Bool
  ) {
    (self.event, self.scene, self.isMirrored) = (event, scene, isMirrored)
    super.init(to: store.entries(isMirrored: isMirrored))
  }

  override func advance() -> Bool {
    while let entry = next() {
      if let store = entry.group?.store {
        EventQueue.shared.push(SceneDelivery(event, scene, to: store, isMirrored: isMirrored))
        return true
      }
      (entry.target as? any AppSceneListener)?.receive(event, scene)
    }
    return false
  }
}

/// The scenes that have had an event.
@MainActor
final class KnownScenes {
  private var scenes: [AppSceneID: KnownScene] = [:]
  private var knownVisibleCount = 0
  /// How many events may come before freed scenes are removed.
  private var eventsUntilSweep = 0

  private struct KnownScene {
    /// Weak, so that a scene that was freed without being disconnected is noticed: its address may
    /// be used again.
    weak var object: AnyObject?
    let state: AppSceneState
  }

  var connectedCount: Int { scenes.values.count { $0.object != nil } }

  var visibleCount: Int { scenes.values.count { $0.object != nil && $0.state.isVisible } }

  /// Notes an event of a scene, and returns what the listeners receive.
  func note(_ event: AppSceneEvent, of scene: AnyObject) -> AppSceneContext {
    // After as many events as there are scenes, so that an event costs the same with any number; with
    // few scenes, at each event.
    eventsUntilSweep -= 1
    if scenes.count <= 16 || eventsUntilSweep <= 0 {
      for (id, known) in scenes where known.object == nil { set(id, nil) }
      eventsUntilSweep = scenes.count
    }
    let id = AppSceneID(scene)
    let previous = scenes[id].flatMap { $0.object == nil ? nil : $0.state } ?? .disconnected
    let state = event.resultingState
    set(id, state == .disconnected ? nil : KnownScene(object: scene, state: state))
    return AppSceneContext(
      id: id, scene: scene, state: state, previousState: previous,
      visibleSceneCount: knownVisibleCount)
  }

  private func set(_ id: AppSceneID, _ scene: KnownScene?) {
    if scenes[id]?.state.isVisible == true { knownVisibleCount -= 1 }
    if scene?.state.isVisible == true { knownVisibleCount += 1 }
    scenes[id] = scene
  }
}

extension AppSceneListener {
  /// Calls the event's own method and then `onAppSceneEvent`, unless the listener is for another
  /// scene.
  fileprivate func receive(_ event: AppSceneEvent, _ scene: AppSceneContext) {
    if let own = answersForScene, own != scene.id { return }
    switch event {
    case .willConnect: onAppSceneWillConnect(scene)
    case .willEnterForeground: onAppSceneWillEnterForeground(scene)
    case .didActivate: onAppSceneDidActivate(scene)
    case .willDeactivate: onAppSceneWillDeactivate(scene)
    case .didEnterBackground: onAppSceneDidEnterBackground(scene)
    case .didDisconnect: onAppSceneDidDisconnect(scene)
    }
    onAppSceneEvent(event, scene)
  }
}
