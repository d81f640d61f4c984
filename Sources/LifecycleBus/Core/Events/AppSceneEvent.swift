package import Foundation

/// Something that happened to one scene of the app, such as a window on an iPad.
public enum AppSceneEvent: String, CaseIterable, Sendable {
  /// The scene was added to the app.
  case willConnect
  /// The scene is about to be shown.
  case willEnterForeground
  /// The scene is shown and takes input.
  case didActivate
  /// The scene is about to stop taking input.
  case willDeactivate
  /// The scene is no longer shown.
  case didEnterBackground
  /// The scene was removed from the app. Its session may connect again.
  case didDisconnect
  /// The user has locked or hidden the app, or has unlocked or shown it again (from iOS 18 on).
  ///
  /// The scene's `systemProtectionManager` has the current state.
  case systemProtectionDidChange

  /// UIKit's name, on Linux too.
  package var notificationName: Notification.Name {
    // The raw value with a capital.
    let name = rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    return Notification.Name("UIScene\(name)Notification")
  }

  package var direction: AppLifecycleEvent.Direction {
    switch self {
    case .willConnect, .willEnterForeground, .didActivate: .up
    case .willDeactivate, .didEnterBackground, .didDisconnect: .down
    case .systemProtectionDidChange: .none
    }
  }
}

/// Identifies a scene for as long as the scene exists.
public struct AppSceneID: Hashable, Sendable {
  private let object: ObjectIdentifier

  /// Makes the identity of a scene, such as a `UIScene`.
  public init(_ scene: AnyObject) { object = ObjectIdentifier(scene) }
}

/// A scene event, and the scene that it happened to.
public struct AppSceneContext {
  /// The event.
  public let event: AppSceneEvent
  /// The scene, such as a `UIScene`. Don't keep it after `didDisconnect`.
  public let scene: AnyObject

  /// The identity of the scene.
  public var id: AppSceneID { AppSceneID(scene) }
}

enum RelayedEvent: Equatable {
  case app(AppLifecycleEvent)
  case scene(AppSceneEvent)
}
