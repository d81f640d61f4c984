/// Receives the events of each window of the app.
///
/// Attach it like any listener, and let the mediator observe the scenes:
///
/// ```swift
/// mediator.observeScenes()
/// mediator.attach(windowLog)
/// ```
///
/// The methods are called on the main actor, inside the post, each followed by
/// ``onAppSceneEvent(_:_:)``. All have empty defaults. A listener of one window returns its scene
/// from ``AppLifecycleListener/answersForScene``.
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
  /// A scene was taken out of the app.
  func onAppSceneDidDisconnect(_ scene: AppSceneContext)
  /// Any scene event, right after its own method.
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
  public func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {}
}

/// The details of a scene event, as a listener receives them.
public struct AppSceneContext {
  /// The identity of the scene.
  public let id: AppSceneID
  /// The scene itself: a `UIScene` on Apple platforms. Do not keep it beyond its disconnection.
  public let scene: AnyObject
  /// The scene's state after the event.
  public let state: AppSceneState
  /// The scene's state before the event; `disconnected` for a scene that was not known.
  public let previousState: AppSceneState
  /// How many scenes the user can see after the event.
  public let visibleSceneCount: Int
}
