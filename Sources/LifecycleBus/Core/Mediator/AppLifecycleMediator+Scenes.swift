public import Foundation

extension AppLifecycleMediator {
  /// Delivers the events of each scene to the listeners that adopt ``AppSceneListener``, from now
  /// on.
  ///
  /// UIKit posts these without a scene delegate too. No policy adds or drops an event of a scene.
  public func observeScenes(on center: NotificationCenter = .default) {
    EventQueue.shared.takeInbox()
    for event in AppSceneEvent.allCases {
      relay.observe(event.notificationName, on: center, as: .scene(event))
    }
  }
}

extension NotificationCenter {
  /// Posts a scene's event, as UIKit does. In a test any object can stand for the scene.
  @MainActor
  public func post(_ event: AppSceneEvent, scene: AnyObject) {
    post(name: event.notificationName, object: scene)
  }
}
