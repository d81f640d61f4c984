import Foundation

/// Delivers the scenes' own events to the listeners that adopt ``AppSceneListener``.
///
/// It subscribes to the bus of each center beside the mediator, so that scene events and app events
/// keep their order.
@MainActor
final class SceneDispatcher: BusSubscriber {
  /// Weak, because a post under way keeps this object when the mediator was released meanwhile.
  private weak var dispatcher: EventDispatcher?
  private var states = SceneStates<AppSceneID>()
  /// Weak references, so that a scene that was freed without being disconnected is noticed: its
  /// address may be used again.
  private var known: [AppSceneID: WeakScene] = [:]
  private var buses: [NotificationBus] = []
  /// The event that is being delivered, and the adopters that are still to be called.
  private var current: (event: AppSceneEvent, context: AppSceneContext)?
  private var waiting: ArraySlice<ListenerAdopter> = []
  /// The posts that are to be delivered next.
  private var noted: [(event: AppSceneEvent, notification: Notification, isOffMain: Bool)] = []

  private struct WeakScene {
    weak var scene: AnyObject?
  }

  init(_ dispatcher: EventDispatcher) { self.dispatcher = dispatcher }

  /// Subscribes to the scene events of a bus. Doing it again changes nothing.
  func subscribe(to bus: NotificationBus) {
    let isNew = !buses.contains { $0 === bus }
    if isNew { buses.append(bus) }
    for (code, event) in AppSceneEvent.allCases.enumerated() {
      bus.subscribe(self, to: event.notificationName, code: code, isNew: isNew)
    }
  }

  var connectedCount: Int {
    forgetFreedScenes()
    return states.connectedCount
  }

  var visibleCount: Int {
    forgetFreedScenes()
    return states.visibleCount
  }

  func note(_ code: Int, _ notification: Notification, isOffMain: Bool) {
    noted.append((AppSceneEvent.allCases[code], notification, isOffMain))
  }

  func deliverNoted() {
    deliverToRest()
    while let (event, notification, isOffMain) = noted.first {
      // The dispatcher may be released in a callback; the event under way then still reaches each
      // listener.
      guard let dispatcher, dispatcher.isOpen else {
        noted = []
        return
      }
      dispatcher.keepingListeners {
        if isOffMain {
          // It stays in the list while it is reported, so that an urgent event from the handler finds
          // it there and delivers it first.
          noted[0].isOffMain = false
          dispatcher.report(.scenePostedOffMain(event))
        } else {
          noted.removeFirst()
          deliver(event, notification)
        }
      }
    }
  }

  private func deliver(_ event: AppSceneEvent, _ notification: Notification) {
    guard let dispatcher else { return }
    guard let object = notification.object, type(of: object) is AnyClass else {
      return dispatcher.report(.sceneMissing(event))
    }
    forgetFreedScenes()
    let context = note(event, of: object as AnyObject)
    let adopters = dispatcher.store.adopters(of: ListenerRole((any AppSceneListener).self))
    let isMirrored = event.direction == .down && dispatcher.policy.order == .mirrored
    current = (event, context)
    waiting = isMirrored ? ArraySlice(adopters.reversed()) : ArraySlice(adopters)
    deliverToRest()
  }

  private func deliverToRest() {
    while let current, let adopter = waiting.popFirst() {
      let listener = adopter.listener as? any AppSceneListener
      listener?.receive(current.event, current.context)
    }
    current = nil
  }

  func close() {
    let former = buses
    buses = []
    for bus in former { bus.remove(self) }
  }

  private func note(_ event: AppSceneEvent, of scene: AnyObject) -> AppSceneContext {
    let id = AppSceneID(scene)
    let previous = states.note(event, of: id)
    known[id] = event == .didDisconnect ? nil : WeakScene(scene: scene)
    return AppSceneContext(
      id: id, scene: scene, state: event.resultingState, previousState: previous,
      visibleSceneCount: states.visibleCount)
  }

  private func forgetFreedScenes() {
    for (id, entry) in known where entry.scene == nil {
      known[id] = nil
      states.forget(id)
    }
  }
}

extension AppSceneListener {
  /// Calls the event's own method, then the one for all events.
  fileprivate func receive(_ event: AppSceneEvent, _ scene: AppSceneContext) {
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
