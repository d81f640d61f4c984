public import Foundation

extension AppLifecycleMediator {
  /// Delivers the events of each scene to the listeners that adopt ``AppSceneListener``.
  ///
  /// UIKit posts these events also in an app without a scene delegate. A scene that exists already
  /// is known from its next event on. The order and the thread are those of the app's events, but
  /// the policy adds and drops no scene event. Observing a center again changes nothing.
  ///
  /// - Parameter center: Where the notifications of scenes are posted.
  public func observeScenes(on center: NotificationCenter = .default) {
    EventQueue.shared.takeInbox()
    for event in AppSceneEvent.allCases {
      relay.observe(event.notificationName, on: center, as: .scene(event))
    }
  }

  /// How many scenes the app has, counted from ``observeScenes(on:)`` on.
  package var connectedSceneCount: Int { relay.scenes.connectedCount }

  /// How many scenes the user can see, counted from ``observeScenes(on:)`` on.
  public var visibleSceneCount: Int { relay.scenes.visibleCount }
}

extension NotificationCenter {
  /// Posts a scene's event as UIKit does: for tests, and for hosts with their own windows.
  ///
  /// Any object can stand for the scene.
  @MainActor
  public func post(_ event: AppSceneEvent, scene: AnyObject) {
    post(name: event.notificationName, object: scene)
  }
}

/// The scenes that have had an event.
@MainActor
final class KnownScenes {
  private var scenes: [AppSceneID: KnownScene] = [:]

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
    for (id, known) in scenes where known.object == nil { scenes[id] = nil }
    let id = AppSceneID(scene)
    let previous = scenes[id]?.state ?? .disconnected
    let state = event.resultingState ?? previous
    scenes[id] = state == .disconnected ? nil : KnownScene(object: scene, state: state)
    return AppSceneContext(
      event: event, id: id, scene: scene, state: state, previousState: previous,
      visibleSceneCount: visibleCount)
  }
}
