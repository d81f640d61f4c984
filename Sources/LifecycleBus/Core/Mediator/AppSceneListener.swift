public import Foundation

/// Receives the events of each scene, such as a window on an iPad.
///
/// The mediator delivers them after you've called ``AppLifecycleMediator/observeScenes(on:)``:
///
/// ```swift
/// mediator.observeScenes()
/// mediator.attach(windowLog)
/// ```
///
/// To receive the events of one scene only, name the scene in
/// ``AppLifecycleListener/answersForScene``.
@MainActor
public protocol AppSceneListener: AppLifecycleListener {
  /// A scene was added to the app.
  func onAppSceneWillConnect(_ scene: AppSceneContext)
  /// A scene is about to be shown.
  func onAppSceneWillEnterForeground(_ scene: AppSceneContext)
  /// A scene is in the foreground and takes input.
  func onAppSceneDidActivate(_ scene: AppSceneContext)
  /// A scene is about to stop taking input.
  func onAppSceneWillDeactivate(_ scene: AppSceneContext)
  /// A scene is no longer shown.
  func onAppSceneDidEnterBackground(_ scene: AppSceneContext)
  /// A scene was removed from the app.
  func onAppSceneDidDisconnect(_ scene: AppSceneContext)
  /// The user has locked or hidden the app, or has unlocked or shown it again.
  func onAppSceneSystemProtectionDidChange(_ scene: AppSceneContext)
  /// Called for every scene event, right after the event's own method.
  func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext)
}

extension AppSceneListener {
  /// Does nothing.
  public func onAppSceneWillConnect(_ scene: AppSceneContext) {}
  /// Does nothing.
  public func onAppSceneWillEnterForeground(_ scene: AppSceneContext) {}
  /// Does nothing.
  public func onAppSceneDidActivate(_ scene: AppSceneContext) {}
  /// Does nothing.
  public func onAppSceneWillDeactivate(_ scene: AppSceneContext) {}
  /// Does nothing.
  public func onAppSceneDidEnterBackground(_ scene: AppSceneContext) {}
  /// Does nothing.
  public func onAppSceneDidDisconnect(_ scene: AppSceneContext) {}
  /// Does nothing.
  public func onAppSceneSystemProtectionDidChange(_ scene: AppSceneContext) {}
  /// Does nothing.
  public func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {}
}

extension AppSceneListener {
  func receive(_ scene: AppSceneContext) {
    if let own = answersForScene, own != scene.id { return }
    switch scene.event {
    case .willConnect: onAppSceneWillConnect(scene)
    case .willEnterForeground: onAppSceneWillEnterForeground(scene)
    case .didActivate: onAppSceneDidActivate(scene)
    case .willDeactivate: onAppSceneWillDeactivate(scene)
    case .didEnterBackground: onAppSceneDidEnterBackground(scene)
    case .didDisconnect: onAppSceneDidDisconnect(scene)
    case .systemProtectionDidChange: onAppSceneSystemProtectionDidChange(scene)
    }
    onAppSceneEvent(scene.event, scene)
  }
}

extension AppLifecycleMediator {
  /// Delivers scene events to the listeners that adopt ``AppSceneListener``, from now on.
  ///
  /// Call it right after you've made the mediator. UIKit posts these events with or without a scene
  /// delegate. They're delivered as posted: the mediator's policy neither adds nor drops any of
  /// them.
  public func observeScenes(on center: NotificationCenter = .default) {
    EventQueue.shared.takeInbox()
    for event in AppSceneEvent.allCases {
      relay.observe(event.notificationName, on: center, as: .scene(event))
    }
  }
}

extension NotificationCenter {
  /// Posts an event of a scene, as UIKit does. In a test any object can stand for the scene.
  @MainActor
  public func post(_ event: AppSceneEvent, scene: AnyObject) {
    post(name: event.notificationName, object: scene)
  }
}
