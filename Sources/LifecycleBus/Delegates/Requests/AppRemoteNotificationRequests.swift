public import Foundation
import LifecycleBus

/// Receives the result of registering for remote notifications.
@MainActor
public protocol AppRemoteNotificationRegistering: AppRequestListener {
  /// The app is registered, with this token for your push server.
  func onAppDidRegisterForRemoteNotifications(deviceToken: Data)
  /// The registration failed.
  func onAppDidFailToRegisterForRemoteNotifications(error: any Error)
}

extension AppRemoteNotificationRegistering {
  /// Does nothing.
  public func onAppDidFailToRegisterForRemoteNotifications(error: any Error) {}
}

/// Fetches what a remote notification announces.
@MainActor
public protocol AppRemoteNotificationReceiving: AppRequestListener {
  /// The task is cancelled at the deadline.
  func onAppDidReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) async -> AppFetchResult
}

/// For the delegates of `LifecycleBusRemoteNotifications`.
extension AppLifecycleMediator {
  package func passOnRegistration(_ result: Result<Data, any Error>) {
    ask((any AppRemoteNotificationRegistering).self) { listener in
      switch result {
      case .success(let token):
        listener.onAppDidRegisterForRemoteNotifications(deviceToken: token)
      case .failure(let error):
        listener.onAppDidFailToRegisterForRemoteNotifications(error: error)
      }
    }
  }

  /// Calls the handler once, on the main actor.
  package func receiveRemoteNotification(
    _ userInfo: [AnyHashable: Any], deadline: Duration = requestDeadline,
    _ completionHandler: @escaping (AppFetchResult) -> Void
  ) {
    startRequest {
      let answers = await self.askAndWait(
        (any AppRemoteNotificationReceiving).self, deadline: deadline
      ) { await $0.onAppDidReceiveRemoteNotification(userInfo) }
      completionHandler(AppFetchResult(combining: answers))
    }
  }
}
