public import Foundation

extension AppLifecycleMediator {
  /// Relays the events of each window, to the listeners that adopt ``AppSceneListener``.
  ///
  /// No scene event is relayed before this is called. The app's own events are the same with it and
  /// without. UIKit posts the notifications of scenes also in apps without a scene delegate. Scenes
  /// that exist before the call are known from their next event on. Observing a center again
  /// changes nothing. The observation lasts as long as the mediator.
  ///
  /// Order, membership and isolation are those of the app's events. On one center, scene and app
  /// events keep their mutual order: one event is relayed at a time. An event that is posted off
  /// the main actor is relayed on the main actor later and reported. Scene events are relayed as
  /// posted; none is repaired.
  ///
  /// - Parameter center: Where the notifications of scenes are posted.
  public func observeScenes(on center: NotificationCenter = .default) {
    let scenes = scenes ?? SceneRelay(of: relay)
    relay.scenes = scenes
    for (code, event) in AppSceneEvent.allCases.enumerated() {
      scenes.subscribe(to: event.notificationName, on: center, code: code)
    }
  }

  /// How many scenes are part of the app, by the events that this mediator has received. Zero
  /// before ``observeScenes(on:)``.
  public var connectedSceneCount: Int { scenes?.scenes.connectedCount ?? 0 }

  /// How many scenes the user can see, by the events that this mediator has received. Zero before
  /// ``observeScenes(on:)``.
  public var visibleSceneCount: Int { scenes?.scenes.visibleCount ?? 0 }

  private var scenes: SceneRelay? { relay.scenes as? SceneRelay }
}

extension NotificationCenter {
  /// Posts a scene's event, as UIKit would: for tests and for hosts with windows of their own.
  ///
  /// - Parameters:
  ///   - event: What happened to the scene.
  ///   - scene: The object that stands for the scene: a `UIScene`, or an object of your own.
  @MainActor
  public func post(_ event: AppSceneEvent, scene: AnyObject) {
    MainActorContext.claimed { post(name: event.notificationName, object: scene) }
  }
}
