package import Foundation

/// Something that happened to one scene, a window of the app.
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
  /// The scene was taken out of the app. Its session may connect again.
  case didDisconnect
  /// The user has locked or hidden the app, or has ended that, from iOS 18 on. Ask the scene's
  /// `systemProtectionManager`.
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

/// The identity of a scene, for as long as the scene exists.
public struct AppSceneID: Hashable, Sendable {
  private let object: ObjectIdentifier

  /// Makes the identity of a scene.
  public init(_ scene: AnyObject) { object = ObjectIdentifier(scene) }
}

/// The details of a scene event.
public struct AppSceneContext {
  /// What happened.
  public let event: AppSceneEvent
  /// The scene itself, such as a `UIScene`. Don't keep it after `didDisconnect`.
  public let scene: AnyObject

  /// The identity of the scene.
  public var id: AppSceneID { AppSceneID(scene) }
}

/// What a notification means to a mediator.
enum RelayedEvent: Equatable {
  case app(AppLifecycleEvent)
  case scene(AppSceneEvent)
}
