public import Foundation

extension AppLifecycleMediator {
  /// Relays the events of each window to the listeners that adopt ``AppSceneListener``.
  ///
  /// Scenes that exist already are known from their next event on. A second call for the same
  /// center changes nothing. Order and threads are those of the app's events. No policy repairs
  /// scene events.
  ///
  /// - Parameter center: Where the notifications of scenes are posted.
  public func observeScenes(on center: NotificationCenter = .default) {
    let scenes = scenes ?? SceneRelay(of: relay)
    relay.scenes = scenes
    for (code, event) in AppSceneEvent.allCases.enumerated() {
      scenes.subscribe(to: event.notificationName, on: center, code: code)
    }
  }

  /// How many scenes are part of the app, counted from ``observeScenes(on:)`` on.
  public var connectedSceneCount: Int { scenes?.scenes.connectedCount ?? 0 }

  /// How many scenes the user can see, counted from ``observeScenes(on:)`` on.
  public var visibleSceneCount: Int { scenes?.scenes.visibleCount ?? 0 }

  private var scenes: SceneRelay? { relay.scenes as? SceneRelay }
}

extension NotificationCenter {
  /// Posts a scene's event, as UIKit would: for tests, and for hosts that have windows. The object
  /// stands for the scene.
  ///
  /// The object stands for the scene.
  @MainActor
  public func post(_ event: AppSceneEvent, scene: AnyObject) {
    MainActorContext.claimed { post(name: event.notificationName, object: scene) }
  }
}
