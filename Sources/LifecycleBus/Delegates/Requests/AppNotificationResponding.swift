#if canImport(UserNotifications) && !os(tvOS)
  public import LifecycleBus
  public import UserNotifications

  /// Handles the user's response to a notification, such as a tap.
  ///
  /// The system calls the delegate of `UNUserNotificationCenter`, so that delegate has to forward
  /// the response:
  ///
  /// ```swift
  /// func userNotificationCenter(
  ///   _ center: UNUserNotificationCenter,
  ///   didReceive response: UNNotificationResponse,
  ///   withCompletionHandler completionHandler: @escaping () -> Void
  /// ) {
  ///   Task {
  ///     await mediator.askAndWait((any AppNotificationResponding).self) {
  ///       await $0.onAppReceiveNotificationResponse(response, scene: nil)
  ///     }
  ///     completionHandler()
  ///   }
  /// }
  /// ```
  ///
  /// If the center has no delegate, listeners only get a response that has launched a scene, which
  /// ``LifecycleSceneDelegate`` forwards.
  @MainActor
  public protocol AppNotificationResponding: AppRequestListener {
    /// The user has responded. The app may be suspended when all listeners have returned.
    ///
    /// The task is cancelled at the deadline of the request.
    func onAppReceiveNotificationResponse(
      _ response: UNNotificationResponse, scene: AppSceneID?
    ) async
  }
#endif
