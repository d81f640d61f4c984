public import LifecycleBus

/// Handles the user's response to a notification: a tap that opens the app, or one of its actions.
///
/// ``LifecycleSceneDelegate`` passes on the response that a scene was made for. A delegate of the
/// notification center receives the responses of a running app; one line in it asks the listeners
/// too: see the page "What stays outside, and where to put it".
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
  /// The user has responded. The system may suspend an app that runs in the background when all
  /// listeners have returned. The task is cancelled at the deadline.
  ///
  /// - Parameter response: The user's response, with what the notification contained.
  func onAppReceiveNotificationResponse(_ response: AppNotificationResponse) async
}

/// A response of the user to a notification; the portable equivalent of `UNNotificationResponse`.
public struct AppNotificationResponse {
  /// The identifier of the action that the user picked; of the system's own for a tap.
  public var actionIdentifier: String
  /// The identifier of the notification's request.
  public var requestIdentifier = ""
  /// The values that the notification contained.
  public var userInfo: [AnyHashable: Any] = [:]
  /// What the user typed, for an action with text input.
  public var userText: String?
  /// The scene that the response is meant for; `nil` in an app without scenes.
  public var scene: AppSceneID?
  /// The system's own object, where there is one: a `UNNotificationResponse`.
  public var systemResponse: AnyObject?

  /// Makes a response.
  ///
  /// - Parameter actionIdentifier: The identifier of the action that the user picked.
  public init(actionIdentifier: String) { self.actionIdentifier = actionIdentifier }
}
