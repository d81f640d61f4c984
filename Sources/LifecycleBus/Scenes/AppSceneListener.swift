/// Hears of each window of the app, beside the app as a whole.
///
/// Attach it to a mediator like any listener, and let the mediator observe the scenes:
///
/// ```swift
/// mediator.observeScenes()
/// mediator.attach(windowLog)
/// ```
///
/// The methods are called on the main actor, inside the post, each followed by
/// ``onAppSceneEvent(_:_:)``; every one has an empty default. The app's own events come as ever,
/// after those of the scene that caused them, and are not doubled.
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
  /// Any scene event, right after its own method above.
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

/// What a listener is told of a scene.
public struct AppSceneContext {
  /// Which scene.
  public let id: AppSceneID
  /// The scene itself: a `UIScene` on Apple platforms. Do not keep it beyond its disconnection.
  public let scene: AnyObject
  /// The scene's state after the event.
  public let state: AppSceneState
  /// Its state before; `disconnected` for a scene that was not known.
  public let previousState: AppSceneState
  /// How many scenes the user can see after the event.
  public let visibleSceneCount: Int
}

/// Tells scenes apart for as long as they exist.
public struct AppSceneID: Hashable, Sendable {
  private let object: ObjectIdentifier

  /// The identity of a scene.
  public init(_ scene: AnyObject) { object = ObjectIdentifier(scene) }
}
