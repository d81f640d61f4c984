import Foundation

/// Delivers the scenes' own events to the listeners that adopt ``AppSceneListener``.
///
/// It subscribes to the bus of each center beside the mediator, so that scene events and app events
/// keep their order.
@MainActor
final class SceneDispatcher: BusSubscriber {
  /// Weak, because a post under way keeps this object when the mediator was released meanwhile.
  private weak var dispatcher: EventDispatcher?
  private var scenes: [AppSceneID: KnownScene] = [:]
  private var buses: [NotificationBus] = []
  /// The event that is being delivered, and the listeners that still have their turn.
  private var current: (event: AppSceneEvent, context: AppSceneContext)?
  private var waiting: ArraySlice<ListenerTurn> = []
  /// The posts that are to be delivered next.
  private var noted: [NotedPost] = []

  private struct NotedPost {
    let event: AppSceneEvent
    let notification: Notification
    var isOffMain: Bool
    /// Whether it was reported, so that it is delivered also if the mediator was released in the
    /// handler.
    var isReported = false
  }

  /// A scene from its first event on: a mediator may be made when scenes exist already.
  private struct KnownScene {
    /// Weak, so that a scene that was freed without being disconnected is noticed: its address may be
    /// used again.
    weak var object: AnyObject?
    let state: AppSceneState
  }

  init(_ dispatcher: EventDispatcher) { self.dispatcher = dispatcher }

  /// Subscribes to the scene events of a bus. Doing it again changes nothing.
  func subscribe(to bus: NotificationBus) {
    if !buses.contains(where: { $0 === bus }) { buses.append(bus) }
    let place = bus.place(of: self)
    for (code, event) in AppSceneEvent.allCases.enumerated() {
      bus.subscribe(self, at: place, to: event.notificationName, code: code)
    }
  }

  var connectedCount: Int {
    forgetFreedScenes()
    return scenes.count
  }

  var visibleCount: Int {
    forgetFreedScenes()
    return scenes.values.count(where: \.state.isVisible)
  }

  func note(_ code: Int, _ notification: Notification, isOffMain: Bool) {
    noted.append(
      NotedPost(
        event: AppSceneEvent.allCases[code], notification: notification, isOffMain: isOffMain))
  }

  func deliverNoted() {
    deliverToRest()
    while let post = noted.first {
      // The dispatcher may be released in a callback; the event under way then still reaches each
      // listener.
      guard let dispatcher, dispatcher.isOpen || post.isReported else {
        noted = []
        return
      }
      dispatcher.keepingListeners {
        if post.isOffMain {
          // It stays in the list while it is reported, so that an urgent event from the handler finds
          // it there and delivers it first.
          noted[0].isOffMain = false
          noted[0].isReported = true
          dispatcher.report(.scenePostedOffMain(post.event))
          deliverNoted()
        } else {
          noted.removeFirst()
          deliver(post.event, post.notification)
        }
      }
    }
  }

  private func deliver(_ event: AppSceneEvent, _ notification: Notification) {
    guard let dispatcher else { return }
    guard let object = notification.object, type(of: object) is AnyClass else {
      return dispatcher.report(.sceneMissing(event))
    }
    let context = note(event, of: object as AnyObject)
    let turns = dispatcher.store.turns
    let isMirrored = event.direction == .down && dispatcher.policy.order == .mirrored
    current = (event, context)
    waiting = ArraySlice(isMirrored ? turns.reversed() : turns)
    deliverToRest()
  }

  private func deliverToRest() {
    while let current, let turn = waiting.popFirst() {
      let listener = turn.listener as? any AppSceneListener
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
    let state = event.resultingState
    forgetFreedScenes()
    let previous = scenes[id]?.state ?? .disconnected
    scenes[id] = state == .disconnected ? nil : KnownScene(object: scene, state: state)
    return AppSceneContext(
      id: id, scene: scene, state: state, previousState: previous, visibleSceneCount: visibleCount)
  }

  private func forgetFreedScenes() {
    for (id, scene) in scenes where scene.object == nil { scenes[id] = nil }
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
