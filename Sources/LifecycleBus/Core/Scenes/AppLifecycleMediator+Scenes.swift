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
    let scenes = scenes ?? SceneRelay(of: relay)
    relay.scenes = scenes
    for (code, event) in AppSceneEvent.allCases.enumerated() {
      scenes.subscribe(to: event.notificationName, on: center, code: code)
    }
  }

  /// How many scenes the app has, counted from ``observeScenes(on:)`` on.
  public var connectedSceneCount: Int { scenes?.scenes.connectedCount ?? 0 }

  /// How many scenes the user can see, counted from ``observeScenes(on:)`` on.
  public var visibleSceneCount: Int { scenes?.scenes.visibleCount ?? 0 }

  private var scenes: SceneRelay? { relay.scenes as? SceneRelay }
}

extension NotificationCenter {
  /// Posts a scene's event as UIKit does: for tests, and for hosts with their own windows.
  ///
  /// Any object can stand for the scene.
  @MainActor
  public func post(_ event: AppSceneEvent, scene: AnyObject) {
    MainActorContext.claimed { post(name: event.notificationName, object: scene) }
  }
}
