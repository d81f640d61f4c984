#if canImport(UserNotifications) && !os(tvOS)
  public import LifecycleBus
  public import UserNotifications

  extension AppNotificationResponse {
    /// The portable equivalent of a `UNNotificationResponse`, with the scene that it is meant for.
    public init(_ response: UNNotificationResponse, scene: AppSceneID? = nil) {
      self.init(actionIdentifier: response.actionIdentifier)
      requestIdentifier = response.notification.request.identifier
      userInfo = response.notification.request.content.userInfo
      userText = (response as? UNTextInputNotificationResponse)?.userText
      self.scene = scene
      systemResponse = response
    }
  }
#endif
