public import Foundation

extension AppLifecycleMediator {
  /// Relays the events of each window, to the listeners that adopt ``AppSceneListener``.
  ///
  /// No listener hears of scenes before this is called; the app's own events are the same with it
  /// and without. UIKit posts scenes' notifications also in apps without a scene delegate. Scenes
  /// that exist before the call are known from their next event on. Observing a center again changes
  /// nothing; it lasts as long as the mediator.
  ///
  /// Order, membership and main actor are as with the app's events, and on one center both kinds
  /// keep their mutual order: one event is relayed at a time, and one that is posted away from the
  /// main actor is relayed there and reported. Scene events are relayed as posted; none is repaired.
  public func observeScenes(on center: NotificationCenter = .default) {
    part(orMake: SceneDispatcher.init).subscribe(to: bus(of: center))
  }

  /// How many scenes are part of the app, as far as this mediator has heard. Zero before
  /// ``observeScenes(on:)``.
  public var connectedSceneCount: Int { part(SceneDispatcher.self)?.connectedCount ?? 0 }

  /// How many scenes the user can see, as far as this mediator has heard. Zero before
  /// ``observeScenes(on:)``.
  public var visibleSceneCount: Int { part(SceneDispatcher.self)?.visibleCount ?? 0 }
}

extension NotificationCenter {
  /// Posts a scene's event, as UIKit would: for tests and for hosts with windows of their own.
  @MainActor
  public func post(_ event: AppSceneEvent, scene: AnyObject) {
    MainActorContext.claimed { post(name: event.notificationName, object: scene) }
  }
}
