public import Foundation

extension AppLifecycleMediator {
  /// Relays the events of each window, to the listeners that adopt ``AppSceneListener``.
  ///
  /// Nobody hears of scenes before this is called; the app's own events are the same with it and
  /// without. UIKit posts scenes' notifications also in apps without a scene delegate. Scenes of
  /// before the call are known from their next event on. Observing a center again changes nothing;
  /// it lasts as long as the mediator.
  ///
  /// Order, membership and main actor are as with the app's events: one observer per name, a scene
  /// event that is posted inside a scene callback waits its turn, and one that is posted away from
  /// the main actor is relayed there and reported. Scene events are relayed as posted; none is
  /// repaired.
  public func observeScenes(on center: NotificationCenter = .default) {
    let scenes = self.scenes ?? SceneRelay(relay)
    self.scenes = scenes
    guard scenes.takes(center) else { return }
    for event in AppSceneEvent.allCases {
      observations.append(
        NotificationObservation(event.notificationName, on: center) { notification in
          scenes.hear(event, notification.object)
        })
    }
  }

  /// How many scenes are part of the app, as far as this mediator has heard. Zero before
  /// ``observeScenes(on:)``.
  public var connectedSceneCount: Int { scenes?.connectedCount ?? 0 }

  /// How many scenes the user can see, as far as this mediator has heard. Zero before
  /// ``observeScenes(on:)``.
  public var visibleSceneCount: Int { scenes?.visibleCount ?? 0 }
}

extension NotificationCenter {
  /// Posts a scene's event, as UIKit would: for tests and for hosts with windows of their own.
  @MainActor
  public func post(_ event: AppSceneEvent, scene: AnyObject) {
    post(name: event.notificationName, object: scene)
  }
}
