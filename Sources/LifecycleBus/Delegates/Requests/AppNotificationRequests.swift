public import LifecycleBus

/// Handles the user's response to a notification.
///
/// ``LifecycleSceneDelegate`` passes on the response that a scene was made for. In a running app,
/// your delegate of the notification center does: see "What stays outside, and where to put it".
///
/// ```swift
/// final class Reminders: AppNotificationResponding {
///   func onAppReceiveNotificationResponse(_ response: AppNotificationResponse) async {
///     guard let note = response.userInfo["note"] as? String else { return }
///     await editor.show(note)
///   }
/// }
/// ```
@MainActor
public protocol AppNotificationResponding: AppRequestListener {
  /// The user has responded. The app may be suspended when all listeners have returned. At the
  /// deadline the task is cancelled.
  func onAppReceiveNotificationResponse(_ response: AppNotificationResponse) async
}

/// A response of the user to a notification; the portable equivalent of `UNNotificationResponse`.
public struct AppNotificationResponse {
  /// The identifier of the action. The system has an identifier of its own for a tap.
  public var actionIdentifier: String
  /// The identifier of the notification's request.
  public var requestIdentifier = ""
  /// The values that the notification contained.
  public var userInfo: [AnyHashable: Any] = [:]
  /// What the user typed, for an action with text input.
  public var userText: String?
  /// The scene that the response is meant for; `nil` without scenes.
  public var scene: AppSceneID?
  /// The `UNNotificationResponse`, where there is one.
  public var systemResponse: AnyObject?

  /// Makes a response, for a test.
  public init(actionIdentifier: String) { self.actionIdentifier = actionIdentifier }
}
