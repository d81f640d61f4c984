#if canImport(UserNotifications) && !os(tvOS)
  public import LifecycleBus
  public import UserNotifications

  /// Handles the user's response to a notification.
  ///
  /// The delegate of the notification center receives responses, and passes them on as the page
  /// *Coming from an app delegate* shows. Without one, ``LifecycleSceneDelegate`` passes on the
  /// response that a scene was made for.
  @MainActor
  public protocol AppNotificationResponding: AppRequestListener {
    /// The app may be suspended when all listeners have returned. The task is cancelled at the
    /// deadline.
    func onAppReceiveNotificationResponse(
      _ response: UNNotificationResponse, scene: AppSceneID?
    ) async
  }
#endif
